local app = {}

function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
  local request = { url = "https://chat.example/new", timeout = 20 }
  URLSession.shared:dataTask(request, function(data, response, failure)
    if data then UserDefaults.standard:set("unread", data.newItems) end
    completionHandler(data and UIBackgroundFetchResult.newData
      or UIBackgroundFetchResult.failed)
  end):resume()
end

return app
