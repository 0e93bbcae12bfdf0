local app = {}

local function reschedule()
  BGTaskScheduler.shared:cancel("refresh")
  local ok, error = BGTaskScheduler.shared:submit(
    BGProcessingTaskRequest { identifier = "refresh" })
  if not ok then NSLog("not submitted: %@", error.localizedDescription) end
end

function app:didFinishLaunching()
  BGTaskScheduler.shared:register("refresh", function(task) task:setTaskCompleted(true) end)
end

function app:didEnterBackground()
  DispatchQueue.global():async(reschedule) -- one module asks for it,
  DispatchQueue.global():async(reschedule) -- and another
end

return app
