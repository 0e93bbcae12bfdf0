-- The handler waits for a lock
-- Seen in neeva-ios, issue 4173
--
-- The handler waits for the very work whose time is over, there for a dispatch queue, here for the
-- lock of a database, before it ends its task. The work does not give it back in time.

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
