local app = {}

function app:performFetch(application, completionHandler)
  completionHandler(UIBackgroundFetchResult.noData)
end

return app
