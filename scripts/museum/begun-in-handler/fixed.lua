-- The same app, fixed.

local app = {}

function app:didEnterBackground(application)
  local task
  task = application:beginBackgroundTask("hold", function()
    application:endBackgroundTask(task)
  end)
end

return app
