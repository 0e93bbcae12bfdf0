-- A background task without an expiration handler
-- Seen in mixpanel-iphone, pull request 3
--
-- The library begins a task to send its events when the app is left, and ends it when they are
-- sent. On a slow network they are not sent in time, nobody is told that the time is over, and the
-- app is ended with the task open.

local app = {}

function app:didEnterBackground(application)
  local task = application:beginBackgroundTask("flush")
  URLSession.shared:dataTask("https://api.example/track", function()
    application:endBackgroundTask(task)
  end):resume()
end

return app
