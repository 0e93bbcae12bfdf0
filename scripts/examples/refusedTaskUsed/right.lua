local app = {}

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("send", finish)
  if task == UIBackgroundTaskIdentifier.invalid then
    UserDefaults.standard:set("unsent", true) -- goes out when the app is next opened
    return
  end
  URLSession.shared:dataTask("https://api.example/message", finish):resume()
end

return app
