-- A mail client: fetches new mail, and sends what the user wrote even if the app is left at once.
--
-- options: host   server (default "mail.example")
--          wrote  probability that a use of the app leaves a mail to send (default 0.3)

local options = ...
local host = "https://" .. (options.host or "mail.example")

local delegate = {}

local function receive()
  local data, response, error = URLSession.shared:data(host .. "/inbox")
  if error or response.statusCode ~= 200 then
    return nil
  end
  return data.newItems
end

function delegate:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function delegate:didBecomeActive(application)
  receive()
end

function delegate:willResignActive(application)
  self.draft = math.random() < (options.wrote or 0.3)
end

function delegate:didEnterBackground(application)
  if not self.draft then
    return
  end
  self.draft = false
  local task
  -- Once: a request that is cancelled when the time is over is completed too.
  local function finish()
    if task ~= UIBackgroundTaskIdentifier.invalid then
      application:endBackgroundTask(task)
      task = UIBackgroundTaskIdentifier.invalid
    end
  end
  local request = URLSession.shared:dataTask(
    { url = host .. "/send", body = KB(40), timeout = 20 },
    function(data, response, error)
      NSLog(error and "not sent: %@" or "sent", error and error.localizedDescription)
      finish()
    end)
  task = application:beginBackgroundTask("send", function()
    request:cancel()
    finish()
  end)
  request:resume()
end

function delegate:performFetch(application, completionHandler)
  local new = receive()
  if not new then
    completionHandler(UIBackgroundFetchResult.failed)
  else
    completionHandler(
      new > 0 and UIBackgroundFetchResult.newData or UIBackgroundFetchResult.noData)
  end
end

return delegate
