local app = {}

function app:didEnterBackgroud(application) -- an n is missing
  UserDefaults.standard:set("draft", "Dear ...")
end

return app
