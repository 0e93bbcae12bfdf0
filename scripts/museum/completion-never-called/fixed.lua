-- The same app, fixed.

local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  local data, _, error = URLSession.shared:data {
    url = "https://api.example/news", timeout = 20, -- the fetch has 30 s
  }
  if error then
    completionHandler(UIBackgroundFetchResult.failed)
  elseif data.newItems > 0 then
    completionHandler(UIBackgroundFetchResult.newData)
  else
    completionHandler(UIBackgroundFetchResult.noData)
  end
end

return app
