-- An app that works in the background for a time of its own whenever it is left, and gives up at
-- once where it gets none.
--
-- options: services  for how many seconds, time after time
--
-- dormouse: allow uncaughtError because a study gives its options

local options = ...

local app = { number = 0 }

function app:didEnterBackground(application)
  self.number = self.number + 1
  local task
  local function finish()
    if task then application:endBackgroundTask(task) end
    task = nil
  end
  task = application:beginBackgroundTask("call", finish)
  DispatchQueue.main:asyncAfter(options.services[self.number], finish)
end

return app
