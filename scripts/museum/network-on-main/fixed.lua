-- The same app, fixed.

local app = {}

function app:didFinishLaunching(application)
  URLSession.shared:dataTask("https://api.example/settings", function(data, response, error)
    NSLog("settings: %@", error and error.localizedDescription or response.statusCode)
  end):resume()
end

return app
