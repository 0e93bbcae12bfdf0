-- The same app, fixed.

local app = {}

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("save", finish)
  DispatchQueue.main:asyncAfter(1, finish)
end

return app
