-- Cleaning up only in didEnterBackground
-- Seen in home-assistant/iOS, pull request 5530
--
-- The app lets go of its shared database in didEnterBackground alone. When it is launched into the
-- background, there by a watch, a download or a location, here by a push, it never gets that call,
-- and is suspended with the lock.

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
