-- The same app, fixed.

local app = {}

local function save(completion)
  DispatchQueue.global():async(function()
    work(0.1) -- writes what was tracked
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
