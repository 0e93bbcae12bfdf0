-- A messenger by push: its server sends a silent push for each new message, and the app gets what is
-- new. It fetches nothing by itself: what no push has told it of, it sees when it is opened.
--
-- options: host  server (default "chat.example")

local options = ...
local url = "https://" .. (options.host or "chat.example") .. "/messages"

local delegate = { unread = 0 }

-- Gets what is new; tells how many messages that is, nil if it fails.
function delegate:receive(done)
  local task = URLSession.shared:dataTask(
    -- Short of the 30 s that a push has, so that a slow server costs no more than this push.
    { url = url, timeout = 20 },
    function(data, response, error)
      if error or response.statusCode ~= 200 then
        return done(nil)
      end
      self.unread = self.unread + data.newItems
      done(data.newItems)
    end)
  task:resume()
  return task
end

function delegate:didBecomeActive(application)
  self.look = self:receive(function()
    self.look = nil
    self.unread = 0
  end)
end

function delegate:willResignActive(application)
  -- Nobody looks any more, and suspension would cut it off.
  if self.look then
    self.look:cancel()
  end
end

function delegate:didReceiveRemoteNotification(application, userInfo, completionHandler)
  self:receive(function(new)
    if not new then
      completionHandler(UIBackgroundFetchResult.failed)
    elseif new == 0 then
      -- An earlier push, or the user, has brought it already.
      completionHandler(UIBackgroundFetchResult.noData)
    else
      NSLog("%@: %d new, %d unread", userInfo.room, new, self.unread)
      completionHandler(UIBackgroundFetchResult.newData)
    end
  end)
end

return delegate
