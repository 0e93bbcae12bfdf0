local app = {}

function app:didEnterBackground(application)
  UserDefaults.standard:set("draft", "Dear ...")
end

return app
