-- A launch handler registered too late
-- Seen in shiny, issue 280
--
-- The handler of a task is registered by a part of the app that is loaded only when it is first
-- needed. Once the app has launched, to register is an exception.

local app = {}

function app:didBecomeActive(application)
  BGTaskScheduler.shared:register("refresh", function(task)
    task:setTaskCompleted(true)
  end)
end

return app
