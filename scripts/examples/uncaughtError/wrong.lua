local app = {}

function app:didBecomeActive()
  URLSession.shared:dataTask("https://api.example/news", function(data, response, error)
    NSLog("%d bytes", data.bytes) -- without network there is no data
  end):resume()
end

return app
