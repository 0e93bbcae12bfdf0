local app = {}

function app:didFinishLaunching(application)
  BGTaskScheduler.shared:register("refresh", function(task)
    task.expirationHandler = function() task:setTaskCompleted(false) end
    task:setTaskCompleted(true)
  end)
end

return app
