-- The completion handler of a fetch is not called on every way
-- Seen in cordova-plugin-background-fetch, issue 10
--
-- The fetch asks its server for news and completes when it has some. Where there is none it returns
-- without a word: the system waits for 30 seconds and ends the app with 0x2182bad4.

local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  local data = URLSession.shared:data("https://api.example/news")
  if data and data.newItems > 0 then completionHandler(UIBackgroundFetchResult.newData) end
end

return app
