-- Errors of submit ignored
-- Seen in scout, pull request 1245
--
-- The app is set up wrongly: here the request names an identifier that it may not use. submit says
-- so, but nobody looks at what it says, and the task never comes.

local app = {}

function app:didEnterBackground()
  BGTaskScheduler.shared:submit(
    BGAppRefreshTaskRequest { identifier = "refesh", earliestBeginDate = os.time() + 900 })
end

function app:didFinishLaunching()
  BGTaskScheduler.shared:register("refresh", function(task) task:setTaskCompleted(true) end)
end

return app
