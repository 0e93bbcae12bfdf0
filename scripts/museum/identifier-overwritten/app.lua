-- An identifier overwritten by the next task
-- Seen in mixpanel-iphone, pull request 389
--
-- One variable holds the identifier of the flush that runs. A second flush begins before the first
-- is done and overwrites it: the first task can never be ended any more.

local app = {}
local task = UIBackgroundTaskIdentifier.invalid

local function flush(application)
  task = application:beginBackgroundTask("flush", function()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end)
  DispatchQueue.main:asyncAfter(2, function()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end)
end

function app:didEnterBackground(application)
  flush(application)
  DispatchQueue.main:asyncAfter(1, function() flush(application) end)
end

return app
