-- An app that gets what is new when its server sends a silent push (iOS 7 and later). The
-- scenario sends it some, and its app needs the mode:
--   modes = { "remote-notification" }
--   pushes = { { to = ID, perHour = 2, userInfo = { room = "news" } } }

local delegate = {}

function delegate:didReceiveRemoteNotification(application, userInfo, completionHandler)
  -- A push has 30 s, and completionHandler must be called on every path.
  local request = { url = "https://server.example/items", timeout = 20 }
  local data, _, error = URLSession.shared:data(request)
  if error then
    NSLog("nothing got: %@", error.localizedDescription)
    completionHandler(UIBackgroundFetchResult.failed)
  elseif data.newItems > 0 then
    NSLog("%d new items in %@", data.newItems, userInfo.room or "all")
    completionHandler(UIBackgroundFetchResult.newData)
  else
    completionHandler(UIBackgroundFetchResult.noData)
  end
end

function delegate:didBecomeActive(application)
  -- Pushes are held back and may be lost: what is shown must not depend on them alone.
  self.look = URLSession.shared:dataTask("https://server.example/items", function() end)
  self.look:resume()
end

function delegate:willResignActive(application)
  self.look:cancel()
end

return delegate
