-- An app: a script that returns its delegate. Every method is optional.

-- What the scenario's `options = { ... }` gives this app: local options = ...

local delegate = {}

function delegate:didFinishLaunching(application, launch)
  NSLog("launched by %@", launch.reason)
  -- Without this an app is never given a fetch; the scenario must also list the mode "fetch".
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function delegate:didEnterBackground(application)
  -- Ask not to be suspended at once. Every begin wants exactly one end.
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid -- which is safe to end again
  end
  task = application:beginBackgroundTask("save", function()
    NSLog("out of time")
    finish()
  end)
  DispatchQueue.main:asyncAfter(2, function()
    NSLog("saved, %.1f s to spare", application.backgroundTimeRemaining)
    finish()
  end)
end

function delegate:performFetch(application, completionHandler)
  -- The fetch has 30 seconds, and a request 60 unless it says less.
  local data, _, error = URLSession.shared:data {
    url = "https://server.example/items", timeout = 20,
  }
  if error then
    NSLog("fetch failed: %@", error.localizedDescription)
    completionHandler(UIBackgroundFetchResult.failed)
  elseif data.newItems > 0 then
    NSLog("%d new items", data.newItems)
    completionHandler(UIBackgroundFetchResult.newData)
  else
    completionHandler(UIBackgroundFetchResult.noData)
  end
end

return delegate
