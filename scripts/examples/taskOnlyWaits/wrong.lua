local app = {}

function app:didFinishLaunching()
  BGTaskScheduler.shared:register("refresh", function(task)
    task.expirationHandler = function() task:setTaskCompleted(false) end
    DispatchQueue.main:asyncAfter(20, function() -- to have the app running meanwhile
      task:setTaskCompleted(true)
    end)
  end)
end

function app:didEnterBackground()
  local ok, error = BGTaskScheduler.shared:submit(
    BGProcessingTaskRequest { identifier = "refresh", requiresNetworkConnectivity = true })
  if not ok then NSLog("not submitted: %@", error.localizedDescription) end
end

return app
