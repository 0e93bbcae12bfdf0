-- A messenger: fetches often, asks for a little time when it is left so that the last messages are
-- acknowledged.
--
-- options: host  server (default "chat.example")

local options = ...
local url = "https://" .. (options.host or "chat.example") .. "/messages"

local delegate = { unread = 0 }

-- Tells how many messages are new; nil if it fails.
function delegate:receive(done)
  local request = URLSession.shared:dataTask(
    { url = url, timeout = 15 },
    function(data, response, error)
      if error or response.statusCode ~= 200 then
        return done(nil)
      end
      self.unread = self.unread + data.newItems
      done(data.newItems)
    end)
  request:resume()
  return request
end

-- For the screen.
function delegate:look()
  self.request = self:receive(function()
    self.request = nil
  end)
end

function delegate:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(minutes(15))
end

function delegate:didBecomeActive(application)
  self.timer = Timer.scheduledTimer(20, true, function()
    self:look()
  end)
  self:look()
  self.unread = 0
end

function delegate:willResignActive(application)
  if self.timer then
    self.timer:invalidate()
  end
  -- Nobody looks any more, and suspension would cut it off.
  if self.request then
    self.request:cancel()
  end
end

function delegate:didEnterBackground(application)
  local task
  -- Once: when the time is over, the answer may still come.
  local function finish()
    if task ~= UIBackgroundTaskIdentifier.invalid then
      application:endBackgroundTask(task)
      task = UIBackgroundTaskIdentifier.invalid
    end
  end
  task = application:beginBackgroundTask("acknowledge", finish)
  Task(function()
    URLSession.shared:data { url = url .. "/acknowledge", body = KB(1), timeout = 10 }
    finish()
  end)
end

function delegate:performFetch(application, completionHandler)
  self:receive(function(new)
    if not new then
      completionHandler(UIBackgroundFetchResult.failed)
    else
      completionHandler(
        new > 0 and UIBackgroundFetchResult.newData or UIBackgroundFetchResult.noData)
    end
  end)
end

return delegate
