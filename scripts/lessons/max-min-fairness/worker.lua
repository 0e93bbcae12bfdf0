-- An app that works for some seconds in the background whenever it is left, and then says that it
-- is done. When its time is over first, it stops.
local options = ...

local app = {}

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("work", finish)
  DispatchQueue.main:asyncAfter(options.seconds or 10, finish)
end

return app
