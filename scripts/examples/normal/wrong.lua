local app = {}

function app:didFinishLaunching()
  BGTaskScheduler.shared:register("remind", function(task) task:setTaskCompleted(true) end)
end

function app:didBecomeActive()
  Timer.scheduledTimer(minutes(20), false, function() NSLog("reminds") end)
end

return app
