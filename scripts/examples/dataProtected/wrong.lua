local app = {}

function app:didFinishLaunching()
  if not UserDefaults.standard:value("user") then NSLog("nobody: wipes its data") end
end

function app:didBecomeActive() UserDefaults.standard:set("user", "ada") end

return app
