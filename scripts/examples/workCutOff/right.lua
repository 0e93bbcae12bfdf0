local app = {}

function app:willResignActive(application)
  local task, request
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("draft", function()
    request:cancel()
    finish()
  end)
  local draft = { url = "https://api.example/draft", body = MB(3) }
  request = URLSession.shared:dataTask(draft, finish)
  request:resume()
end

return app
