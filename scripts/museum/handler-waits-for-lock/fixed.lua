-- The same app, fixed.

local app = {}

function app:didEnterBackground(application)
  if self.saving then return end -- left again before the time of the first was over
  self.saving = true
  local lock = FileLock.acquire("profile.db")
  local task
  task = application:beginBackgroundTask("save", function()
    lock:release() -- what is not saved is rolled back
    self.saving = false
    application:endBackgroundTask(task)
  end)
  if task == UIBackgroundTaskIdentifier.invalid then
    self.saving = false
    return lock:release()
  end
  Timer.scheduledTimer(45, false, function() end)
end

return app
