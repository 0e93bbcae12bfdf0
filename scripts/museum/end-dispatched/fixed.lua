-- The same app, fixed.

local app = {}

function app:didEnterBackground(application)
  local task
  task = application:beginBackgroundTask("upload", function()
    application:endBackgroundTask(task)
  end)
end

return app
