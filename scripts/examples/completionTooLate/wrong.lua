local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  Task(function()
    for _ = 1, 16 do Task.sleep(2) end -- 16 pages, 2 seconds each
    completionHandler(UIBackgroundFetchResult.newData)
  end)
end

return app
