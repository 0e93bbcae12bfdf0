local app = {}

function app:didEnterBackground(application)
  local task
  local function finish() application:endBackgroundTask(task) end
  task = application:beginBackgroundTask("send", finish)
  URLSession.shared:dataTask("https://api.example/message", finish):resume()
end

return app
