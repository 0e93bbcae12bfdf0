local app = {}

function app:didBecomeActive()
  URLSession.shared:dataTask("https://api.example/news", function(data, response, error)
    if error then
      NSLog("no news: %@", error.localizedDescription)
    else
      NSLog("%d bytes", data.bytes)
    end
  end):resume()
end

return app
