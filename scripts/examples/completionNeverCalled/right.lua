local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  local request = { url = "https://api.example/news", timeout = 20 }
  URLSession.shared:dataTask(request, function(data)
    if not data then
      completionHandler(UIBackgroundFetchResult.failed)
    elseif data.newItems > 0 then
      completionHandler(UIBackgroundFetchResult.newData)
    else
      completionHandler(UIBackgroundFetchResult.noData)
    end
  end):resume()
end

return app
