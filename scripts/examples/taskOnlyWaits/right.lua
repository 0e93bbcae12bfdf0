local app = {}

function app:didFinishLaunching()
  BGTaskScheduler.shared:register("refresh", function(task)
    local request = URLSession.shared:dataTask("https://api.example/feed", function(_, _, error)
      task:setTaskCompleted(error == nil)
    end)
    task.expirationHandler = function() request:cancel() end
    request:resume()
  end)
end

function app:didEnterBackground()
  local ok, error = BGTaskScheduler.shared:submit(
    BGProcessingTaskRequest { identifier = "refresh", requiresNetworkConnectivity = true })
  if not ok then NSLog("not submitted: %@", error.localizedDescription) end
end

return app
