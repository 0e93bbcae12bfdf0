local app = {}

function app:didBecomeActive()
  URLSession.shared:dataTask("https://api.exmaple/news", function(data, response, error)
    if error then NSLog(error.localizedDescription) end
  end):resume()
end

return app
