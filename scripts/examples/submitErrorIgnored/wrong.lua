local app = {}

local function submit()
  BGTaskScheduler.shared:submit(BGAppRefreshTaskRequest { identifier = "refesh" })
end

function app:didFinishLaunching(application)
  BGTaskScheduler.shared:register("refresh", function(task)
    submit()
    task.expirationHandler = function() task:setTaskCompleted(false) end
    task:setTaskCompleted(true)
  end)
end

function app:didEnterBackground() submit() end

return app
