-- The same app, fixed.

local app = {}

local function save(completion)
  DispatchQueue.global():async(function()
    local lock = FileLock.acquire("events.db")
    work(0.1)
    lock:release()
    DispatchQueue.main:async(completion)
  end)
end

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("save", finish)
  save(finish) -- a background task waits for it, and no thread
end

return app
