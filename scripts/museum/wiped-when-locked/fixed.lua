-- The same app, fixed.

local app = {}

local function load()
  local user = UserDefaults.standard:value("user")
  if not user then NSLog("a first launch") end
end

function app:didFinishLaunching(application, options)
  -- What cannot be read is not what is not there.
  if application.isProtectedDataAvailable then load() end
end

function app:protectedDataDidBecomeAvailable() load() end

function app:didBecomeActive() UserDefaults.standard:set("user", "ada") end

function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
  completionHandler(UIBackgroundFetchResult.noData)
end

return app
