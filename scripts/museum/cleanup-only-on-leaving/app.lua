-- Cleaning up only in didEnterBackground
-- Seen in home-assistant/iOS, pull request 5530
--
-- The app opens its shared database when it is launched and closes it in didEnterBackground. An app
-- that is launched into the background, as by a push, never gets that call, and is suspended with
-- the lock.

local app = {}
local lock

function app:didFinishLaunching(application)
  lock = FileLock.acquire("shared.sqlite")
end

function app:didEnterBackground(application) lock:release() end

function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
  completionHandler(UIBackgroundFetchResult.noData)
end

return app
