-- The handler waits for a lock
-- Seen in neeva-ios, issue 4173
--
-- The expiration handler takes the lock of the database before it ends the task. The lock is held
-- by the very work whose time is over, which does not give it back in time.

local app = {}

function app:didEnterBackground(application)
  local lock = FileLock.acquire("profile.db")
  local task
  task = application:beginBackgroundTask("save", function()
    FileLock.wait("profile.db"):release()
    application:endBackgroundTask(task)
  end)
  DispatchQueue.main:asyncAfter(45, function() lock:release() end)
end

return app
