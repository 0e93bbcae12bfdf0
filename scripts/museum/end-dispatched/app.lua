-- The handler only dispatches the end of its task
-- Seen in WordPress-iOS, pull request 21254
--
-- The expiration handler hops to the main queue to end the task there. When the handlers have
-- returned the task is still open, and the system says so in its log: the app lives on only because
-- the block comes within the seconds that are left.

local app = {}

function app:didEnterBackground(application)
  local task
  task = application:beginBackgroundTask("upload", function()
    DispatchQueue.main:async(function() application:endBackgroundTask(task) end)
  end)
end

return app
