local app = {}

function app:didBecomeActive()
  self.draft = self.draft or UserDefaults.standard:value("draft") or "nothing"
  NSLog("shows %s", self.draft)
  self.draft = "half a letter"
end

function app:didEnterBackground() UserDefaults.standard:set("draft", self.draft) end

return app
