local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  URLSession.shared:dataTask("https://api.example/news", function(data)
    if data and data.newItems > 0 then
      completionHandler(UIBackgroundFetchResult.newData)
    end -- and where there is nothing new?
  end):resume()
end

return app
