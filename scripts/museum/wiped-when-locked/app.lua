-- Data wiped on a launch before the first unlock
-- Seen in Loop, issue 1170
--
-- The phone has been restarted and nobody has unlocked it. Launched in the background, there by
-- Bluetooth, here by a push, the app cannot read its defaults, takes that for a first launch, and
-- logs the user out.

local app = {}

function app:didFinishLaunching(application, options)
  local user = UserDefaults.standard:value("user")
  if not user then NSLog("no user: wiping what is left of the last one") end
end

function app:didBecomeActive() UserDefaults.standard:set("user", "ada") end

function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
  completionHandler(UIBackgroundFetchResult.noData)
end

return app
