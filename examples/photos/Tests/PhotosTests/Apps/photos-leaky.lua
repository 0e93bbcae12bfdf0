-- The same with a bug that is often seen: where the server is slow, nobody ends the task.
local delegate = {}

function delegate:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(minutes(20))
end

function delegate:didEnterBackground(application)
  local task = application:beginBackgroundTask("upload")
  URLSession.shared:data { url = "https://photos.example/upload", body = MB(4) }
  application:endBackgroundTask(task)
end

function delegate:performFetch(application, completionHandler)
  local answer, _, failure = URLSession.shared:data { url = "https://photos.example/new" }
  completionHandler(failure and UIBackgroundFetchResult.failed or UIBackgroundFetchResult.newData)
end

return delegate
