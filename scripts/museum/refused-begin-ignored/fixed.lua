-- The same app, fixed.

local app = {}

function app:didEnterBackground(application)
  local task, request
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("send", function()
    request:cancel()
    finish()
  end)
  if task == UIBackgroundTaskIdentifier.invalid then
    UserDefaults.standard:set("unsent", true) -- goes out when the app is next opened
    return
  end
  request = URLSession.shared:dataTask("https://api.example/message", finish)
  request:resume()
end

return app
