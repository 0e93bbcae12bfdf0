-- The same app, fixed.

local app = {}

function app:didEnterBackground(application)
  local task, request
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("flush", function()
    request:cancel() -- what is left goes with the next flush
    finish()
  end)
  request = URLSession.shared:dataTask("https://api.example/track", finish)
  request:resume()
end

return app
