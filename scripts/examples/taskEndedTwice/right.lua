local app = {}

function app:didEnterBackground(application)
  local task, request
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid -- which may be ended again
  end
  task = application:beginBackgroundTask("flush", function()
    request:cancel()
    finish()
  end)
  if task == UIBackgroundTaskIdentifier.invalid then return end
  request = URLSession.shared:dataTask("https://api.example/events", finish)
  request:resume()
end

return app
