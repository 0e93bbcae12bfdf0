local app = {}

function app:didFinishLaunching()
  self.draft = UserDefaults.standard:value("draft") or "nothing"
end

function app:didBecomeActive()
  NSLog("shows %s", self.draft)
  self.draft = "half a letter"
end

function app:didEnterBackground() UserDefaults.standard:set("draft", self.draft) end

return app
