local app = {}

function app:didEnterBackground(application)
  local task, lock
  local function finish()
    if lock then lock:release() end
    lock = nil
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("tidy up", finish)
  lock = FileLock.acquire("shared.sqlite")
  DispatchQueue.main:asyncAfter(20, finish) -- holds it over all of its work
end

return app
