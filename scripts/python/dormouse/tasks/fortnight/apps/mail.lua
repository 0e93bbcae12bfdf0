-- A mail client: fetches new mail, and sends what the user wrote even if the app is left at once.
--
-- options: host   server (default "mail.example")
--          wrote  probability that a use of the app leaves a mail to send (default 0.3)

local options = ...
local host = "https://" .. (options.host or "mail.example")

local delegate = {}

-- Tells how many mails are new; nil if it fails.
local function receive(done)
  local request = URLSession.shared:dataTask(host .. "/inbox", function(data, response, error)
    done(not error and response.statusCode == 200 and data.newItems or nil)
  end)
  request:resume()
  return request
end

function delegate:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function delegate:didBecomeActive(application)
  self.request = receive(function()
    self.request = nil
  end)
end

function delegate:willResignActive(application)
  -- Nobody looks any more, and suspension would cut it off.
  if self.request then
    self.request:cancel()
  end
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
  receive(function(new)
    if not new then
      completionHandler(UIBackgroundFetchResult.failed)
    else
      completionHandler(
        new > 0 and UIBackgroundFetchResult.newData or UIBackgroundFetchResult.noData)
    end
  end)
end

return delegate
