local app = {}

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("tidy up", finish)
  DispatchQueue.main:asyncAfter(20, function()
    local lock = FileLock.acquire("shared.sqlite")
    if lock then
      work(0.05)
      lock:release()
    end
    finish()
  end)
end

return app
