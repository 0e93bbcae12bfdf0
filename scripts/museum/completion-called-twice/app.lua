-- The completion handler of a fetch called twice
-- Seen in mozilla-mobile/prox, issue 161
--
-- Two answers complete one fetch. There one variable held the handler, and events were asked for
-- more than once; here two sources are asked, and each completes. The second call is an exception.

local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  for _, source in ipairs { "events", "places" } do
    URLSession.shared:dataTask("https://api.example/" .. source, function()
      completionHandler(UIBackgroundFetchResult.noData)
    end):resume()
  end
end

return app
