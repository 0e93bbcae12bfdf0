local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  local request = { url = "https://api.example/news", timeout = 20 }
  URLSession.shared:dataTask(request, function(data)
    completionHandler(data and UIBackgroundFetchResult.newData
      or UIBackgroundFetchResult.failed)
  end):resume()
end

return app
