local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  local request = { url = "https://api.example/news", timeout = 20 }
  URLSession.shared:dataTask(request, function(data)
    if not data or data.newItems == 0 then
      return completionHandler(UIBackgroundFetchResult.noData)
    end
    completionHandler(UIBackgroundFetchResult.newData)
  end):resume()
end

return app
