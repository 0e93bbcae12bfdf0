local app = {}

function app:didBecomeActive()
  NSLog("shows %s", UserDefaults.standard:value("draft") or "nothing")
end

function app:didEnterBackground()
  UserDefaults.standard:set("draft", "half a letter")
end

return app
