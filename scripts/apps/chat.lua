-- A messenger: fetches often, asks for a little time when it is left so that the last messages are
-- acknowledged.
--
-- options: host  server (default "chat.example")

local options = ...
local url = "https://" .. (options.host or "chat.example") .. "/messages"

local delegate = { unread = 0 }

function delegate:receive()
  local data, response, error = URLSession.shared:data { url = url, timeout = 15 }
  if error or response.statusCode ~= 200 then
    return false
  end
  self.unread = self.unread + data.newItems
  return true, data.newItems
end

function delegate:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(minutes(15))
end

function delegate:didBecomeActive(application)
  -- The timer first: `receive` waits for the network, and the user may be gone before it answers.
  self.timer = Timer.scheduledTimer(20, true, function()
    self:receive()
  end)
  self:receive()
  self.unread = 0
end

function delegate:willResignActive(application)
  if self.timer then
    self.timer:invalidate()
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
  local ok, new = self:receive()
  if not ok then
    completionHandler(UIBackgroundFetchResult.failed)
  else
    completionHandler(
      new > 0 and UIBackgroundFetchResult.newData or UIBackgroundFetchResult.noData)
  end
end

return delegate
