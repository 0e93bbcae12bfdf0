-- Errors of submit ignored
-- Seen in flutter_background_fetch, issue 312
--
-- The request names an identifier that the app may not use. submit says so, but nobody looks at
-- what it says, and the task never comes.

local app = {}

function app:didEnterBackground()
  BGTaskScheduler.shared:submit(
    BGAppRefreshTaskRequest { identifier = "refesh", earliestBeginDate = os.time() + 900 })
end

return app
