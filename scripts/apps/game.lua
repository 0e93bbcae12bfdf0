-- A game: busy in the foreground, quiet in the background; it saves under a lock in a shared
-- container and lets go of the lock before it is suspended.
--
-- options: saving  seconds that saving takes (default 0.4)

local options = ...

local delegate = { level = UserDefaults.standard:value("level") or 1 }

function delegate:didBecomeActive(application)
  self.frame = Timer.scheduledTimer(1, true, function()
    work(0.2)
    if math.random() < 0.02 then
      self.level = self.level + 1
    end
  end)
end

function delegate:willResignActive(application)
  self.frame:invalidate()
end

function delegate:didEnterBackground(application)
  local task = application:beginBackgroundTask("save")
  local lock = FileLock.acquire("save.db")
  work(options.saving or 0.4)
  UserDefaults.standard:set("level", self.level)
  lock:release()
  application:endBackgroundTask(task)
end

return delegate
