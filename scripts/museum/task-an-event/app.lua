-- One task an event, ended late
-- Seen in OneSignal-iOS-SDK, issue 1205
--
-- Every event that is noted begins a task of its own, and all of them are ended only when the batch
-- is sent, which on a busy day is minutes later: tasks pile up while the app is in front.

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
