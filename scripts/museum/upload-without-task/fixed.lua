-- The same app, fixed.

local app = {}

function app:didBecomeActive(application)
  DispatchQueue.main:asyncAfter(9.5, function()
    local task, request
    local function finish()
      application:endBackgroundTask(task)
      task = UIBackgroundTaskIdentifier.invalid
    end
    task = application:beginBackgroundTask("upload", function()
      request:cancel()
      finish()
    end)
    request = URLSession.shared:dataTask(
      { url = "https://api.example/photo", body = MB(3), timeout = 20 }, finish)
    request:resume()
  end)
end

return app
