-- An app that fetches from time to time: it asks a server whether there is something new.
local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(minutes(5))
end

function app:performFetch(_, completionHandler)
  URLSession.shared:dataTask("https://ping.example/", function()
    completionHandler(UIBackgroundFetchResult.newData)
  end):resume()
end

return app
