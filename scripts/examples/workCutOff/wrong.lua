local app = {}

function app:willResignActive()
  local draft = { url = "https://api.example/draft", body = MB(3) }
  URLSession.shared:dataTask(draft, function() end):resume()
end

return app
