local app = {}

function app:didFinishLaunching()
  if not UserDefaults.standard:value("user") then NSLog("nobody is logged in") end
end

function app:didBecomeActive() UserDefaults.standard:set("user", "ada") end

return app
