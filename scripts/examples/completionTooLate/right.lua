local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(application, completionHandler)
  Task(function()
    local stop = os.time() + 20
    for _ = 1, 16 do
      if os.time() >= stop then break end -- the rest waits for the next fetch
      Task.sleep(2)
    end
    completionHandler(UIBackgroundFetchResult.newData)
  end)
end

return app
