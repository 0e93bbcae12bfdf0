-- The same app, fixed.

local app = {}

local function flush(application)
  local task -- each flush has its own
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("flush", finish)
  DispatchQueue.main:asyncAfter(2, finish)
end

function app:didEnterBackground(application)
  flush(application)
  DispatchQueue.main:asyncAfter(1, function() flush(application) end)
end

return app
