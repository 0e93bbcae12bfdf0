local app = {}

local function load()
  NSLog("welcome, %@", UserDefaults.standard:value("user") or "stranger")
end

function app:didFinishLaunching(application)
  if application.isProtectedDataAvailable then load() end
end

function app:protectedDataDidBecomeAvailable() load() end

function app:didBecomeActive() UserDefaults.standard:set("user", "ada") end

function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
  completionHandler(UIBackgroundFetchResult.noData)
end

return app
