local app = {}

function app:didEnterBackground(application)
  local task, request
  local function finish() application:endBackgroundTask(task) end
  task = application:beginBackgroundTask("flush", function()
    request:cancel() -- calls finish too, with an error
    finish()
  end)
  request = URLSession.shared:dataTask("https://api.example/events", finish)
  request:resume()
end

return app
