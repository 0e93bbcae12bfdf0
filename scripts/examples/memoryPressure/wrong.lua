local app = { draft = "nothing" }

function app:didBecomeActive()
  NSLog("shows %s", self.draft)
  self.draft = "half a letter" -- which lives as long as the process
end

return app
