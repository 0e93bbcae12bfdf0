local app = {}

-- The launch reads nothing that is stored; who is in front can read everything.
function app:didBecomeActive()
  NSLog("welcome, %@", UserDefaults.standard:value("user") or "stranger")
  UserDefaults.standard:set("user", "ada")
end

return app
