-- The same app, mended.

local app = {}

function app:didEnterBackground(application)
  local lock = FileLock.acquire("profile.db")
  local task, isOver
  task = application:beginBackgroundTask("save", function()
    isOver = true
    lock:release() -- what is not saved is rolled back
    application:endBackgroundTask(task)
  end)
  local function step()
    if not isOver then DispatchQueue.main:asyncAfter(1, step) end
  end
  Timer.scheduledTimer(45, false, function() end)
end

return app
