local app = {}

function app:didBecomeActive()
  URLSession.shared:dataTask("api.example/news", function(data, response, error)
    if error then NSLog("%d, %s", error.code, error.localizedDescription) end
  end):resume()
end

return app
