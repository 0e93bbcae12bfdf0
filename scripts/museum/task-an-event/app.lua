-- One task an event, ended late
-- Seen in OneSignal-iOS-SDK, issue 1205
--
-- Every event that is noted begins a task of its own, and all of them are ended only when a report
-- is sent, much later: tasks pile up, and the system warns of each that is older than 30 seconds.

local app = {}
local tasks = {}

local function note(application)
  tasks[#tasks + 1] = application:beginBackgroundTask("event", function() end)
end

function app:didBecomeActive(application)
  for second = 0, 40 do
    DispatchQueue.main:asyncAfter(second, function() note(application) end)
  end
  DispatchQueue.main:asyncAfter(45, function()
    for _, task in ipairs(tasks) do application:endBackgroundTask(task) end
    tasks = {}
  end)
end

return app
