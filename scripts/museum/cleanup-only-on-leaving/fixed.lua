-- The same app, fixed.

local app = {}

function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
  local lock = FileLock.acquire("shared.sqlite") -- for as long as it is used
  lock:release()
  completionHandler(UIBackgroundFetchResult.noData)
end

return app
