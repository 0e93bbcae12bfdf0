local app = {}

function app:didEnterBackground(application)
  local task = application:beginBackgroundTask("flush") -- nobody hears that time is over
  URLSession.shared:dataTask("https://api.example/events", function()
    application:endBackgroundTask(task)
  end):resume()
end

return app
