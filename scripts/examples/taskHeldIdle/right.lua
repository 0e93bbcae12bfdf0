local app = {}

function app:didEnterBackground(application)
  local task, request
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("sync", function()
    request:cancel()
    finish()
  end)
  if task == UIBackgroundTaskIdentifier.invalid then return end
  request = URLSession.shared:dataTask("https://notes.example/sync", function(data, response)
    if not response or response.statusCode ~= 200 then NSLog("sync failed") end
    finish()
  end)
  request:resume()
end

return app
