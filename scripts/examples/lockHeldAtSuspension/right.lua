local app = {}

function app:didEnterBackground(application)
  local lock, task
  local function finish()
    if lock then lock:release() end
    lock = nil
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("transaction", finish)
  if task == UIBackgroundTaskIdentifier.invalid then return end
  lock = FileLock.acquire("shared.sqlite")
  DispatchQueue.main:asyncAfter(5, finish)
end

return app
