local app = {}

-- Before the first unlock nothing is there, and nothing kept: what is set is lost.
function app:didFinishLaunching()
  UserDefaults.standard:set("launchedAt", os.time())
end

return app
