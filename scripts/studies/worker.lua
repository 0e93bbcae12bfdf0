-- An app that works in the background for some time whenever it is left.
--
-- options: seconds  for how long
--
-- dormouse: allow uncaughtError because a study gives its options

local options = ...

local app = {}

function app:didEnterBackground(application)
  local task = application:beginBackgroundTask("work", function() end)
  DispatchQueue.main:asyncAfter(options.seconds, function() application:endBackgroundTask(task) end)
end

return app
