-- A task ended twice
-- Seen in mixpanel-swift, issue 335
--
-- Handler and completion both end the task, and neither resets the identifier: when the request is
-- cancelled by the handler, the completion comes as well and ends a task that is not open any more.

local app = {}

function app:didEnterBackground(application)
  local task, request
  task = application:beginBackgroundTask("flush", function()
    request:cancel()
    application:endBackgroundTask(task)
  end)
  request = URLSession.shared:dataTask("https://api.example/track", function()
    application:endBackgroundTask(task)
  end)
  request:resume()
end

return app
