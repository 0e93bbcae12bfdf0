-- A task begun in the handler of another
-- Seen in gtm-session-fetcher, issue 199
--
-- The handler begins the next task to win more time. It wins none: the clock of the stay goes on,
-- the new task has no handler called, and it is open at the end.

local app = {}

local function hold(application)
  local task
  task = application:beginBackgroundTask("hold", function()
    application:endBackgroundTask(task)
    hold(application)
  end)
end

function app:didEnterBackground(application) hold(application) end

return app
