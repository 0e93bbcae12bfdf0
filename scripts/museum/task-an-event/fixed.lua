-- The same app, fixed.

local app = {}
local events = 0

local function send(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("batch", finish)
  DispatchQueue.main:asyncAfter(1, finish)
  events = 0
end

function app:didBecomeActive(application)
  self.clock = Timer.scheduledTimer(1, true, function() events = events + 1 end)
end

function app:didEnterBackground(application)
  self.clock:invalidate()
  if events > 0 then send(application) end
end

return app
