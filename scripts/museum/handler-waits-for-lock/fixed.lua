-- The same app, fixed.

local app = {}

function app:didEnterBackground(application)
  local lock = FileLock.acquire("profile.db")
  local task
  task = application:beginBackgroundTask("save", function()
    lock:release() -- what is not saved is rolled back
    application:endBackgroundTask(task)
  end)
  Timer.scheduledTimer(45, false, function() end)
end

return app
