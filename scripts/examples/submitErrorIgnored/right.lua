local app = {}

local function submit()
  local ok, error = BGTaskScheduler.shared:submit(
    BGAppRefreshTaskRequest { identifier = "refresh", earliestBeginDate = os.time() + 900 })
  if not ok then NSLog("not submitted: %@", error.localizedDescription) end
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
