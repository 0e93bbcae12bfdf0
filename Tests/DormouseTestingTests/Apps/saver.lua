-- Its mended twin: it ends the task in the handler too.
local options = ...
local delegate = {}
function delegate:didFinishLaunching(application)
  NSLog("hello %s", (options or {}).user or "nobody")
  application:setMinimumBackgroundFetchInterval(60)
end
function delegate:didEnterBackground(application)
  local task
  local function finish()
    if task then application:endBackgroundTask(task) task = nil end
  end
  task = application:beginBackgroundTask("upload", finish)
  URLSession.shared:data { url = "https://photos.example/upload", body = MB(1) }
  finish()
end
function delegate:performFetch(application, completionHandler)
  completionHandler(UIBackgroundFetchResult.noData)
end
function delegate:didReceiveRemoteNotification(application, userInfo, completionHandler)
  NSLog("push %s", userInfo.kind)
  completionHandler(UIBackgroundFetchResult.newData)
end
return delegate
