-- The completion handler of a fetch is not called on every path
-- Seen in cordova-plugin-background-fetch, issue 10
--
-- A fetch must be completed on every path. There the script that should do it did not run when the
-- app was launched for the fetch; here the app returns without a word when there is no news. The
-- system waits for 30 seconds and ends the app with 0x2182bad4.

local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  local data = URLSession.shared:data("https://api.example/news")
  if data and data.newItems > 0 then completionHandler(UIBackgroundFetchResult.newData) end
end

return app
