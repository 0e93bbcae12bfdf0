local app = {}

-- The launch writes nothing; who is in front can read and write everything.
function app:didBecomeActive()
  UserDefaults.standard:set("launchedAt", os.time())
end

return app
