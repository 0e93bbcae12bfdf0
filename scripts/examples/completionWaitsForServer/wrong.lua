local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  URLSession.shared:dataTask("https://api.example/news", function(data) -- waits for up to 60 s
    completionHandler(data and UIBackgroundFetchResult.newData
      or UIBackgroundFetchResult.failed)
  end):resume()
end

return app
