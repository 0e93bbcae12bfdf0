local app = {}

function app:didReceiveRemoteNotification(application, userInfo, completionHandler)
  URLSession.shared:dataTask("https://api.example/news", function()
    completionHandler(UIBackgroundFetchResult.newData)
  end):resume()
end

return app
