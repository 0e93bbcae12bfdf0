local app = {}

function app:didFinishLaunching()
  BGTaskScheduler.shared:register("remind", function(task)
    NSLog("reminds")
    task:setTaskCompleted(true)
  end)
end

function app:didBecomeActive()
  local ok, error = BGTaskScheduler.shared:submit(BGProcessingTaskRequest {
    identifier = "remind", earliestBeginDate = os.time() + minutes(20),
  })
  if not ok then NSLog("not submitted: %@", error.localizedDescription) end
end

return app
