-- An app that wants a fetch every half hour.
local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(minutes(30))
end

function app:performFetch(_, completionHandler)
  completionHandler(UIBackgroundFetchResult.newData)
end

return app
