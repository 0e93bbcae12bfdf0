-- A launch handler registered twice
-- Seen in flutter_background_geolocation, issue 1205
--
-- Two plugins of one app each register a handler for the same identifier. The second call is an
-- exception.

local app = {}

local function plugin()
  BGTaskScheduler.shared:register("refresh", function(task) task:setTaskCompleted(true) end)
end

function app:didFinishLaunching(application)
  plugin()
  plugin()
end

return app
