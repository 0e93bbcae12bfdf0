local app = {}

function app:didEnterBackground(application)
  local task
  task = application:beginBackgroundTask("save", function()
    application:endBackgroundTask(task)
  end)
end

return app
