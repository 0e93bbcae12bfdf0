-- An app whose fetches ask a server for nothing.
--
-- options: every  its minimum fetch interval, in seconds
--
-- dormouse: allow uncaughtError because a study gives its options

local options = ...

local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(options.every)
end

function app:performFetch(_, completionHandler)
  URLSession.shared:dataTask("https://ping.example/", function()
    completionHandler(UIBackgroundFetchResult.newData)
  end):resume()
end

return app
