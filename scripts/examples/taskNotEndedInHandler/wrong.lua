local app = {}

function app:didEnterBackground(application)
  local task
  task = application:beginBackgroundTask("save", function()
    DispatchQueue.main:async(function() -- too late: the handler has returned by then
      application:endBackgroundTask(task)
    end)
  end)
end

return app
