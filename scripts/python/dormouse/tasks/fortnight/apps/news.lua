-- A news reader: fetches in the background so that it is fresh when the user opens it.
--
-- options: host      server of the articles (default "news.example")
--          interval  minimum fetch interval in seconds (default: as often as the system allows)

local options = ...
local feed = "https://" .. (options.host or "news.example") .. "/feed"

local delegate = {}

-- Loads what is new and tells how many articles that is; nil and the error if it fails.
local function refresh(done)
  local request = URLSession.shared:dataTask(feed, function(data, response, error)
    if error then
      return done(nil, error.localizedDescription)
    elseif response.statusCode ~= 200 then
      return done(nil, "status " .. response.statusCode)
    end
    local defaults = UserDefaults.standard
    defaults:set("articles", (defaults:value("articles") or 0) + data.newItems)
    done(data.newItems)
  end)
  request:resume()
  return request
end

function delegate:didFinishLaunching(application, options_)
  application:setMinimumBackgroundFetchInterval(
    options.interval or UIApplication.backgroundFetchIntervalMinimum)
end

function delegate:didBecomeActive(application)
  self.request = refresh(function(new, problem)
    self.request = nil
    if problem then
      NSLog("cannot refresh: %@", problem)
    elseif new > 0 then
      NSLog("%d new articles while the user waits", new)
    end
  end)
end

-- Nobody waits for it any more, and suspension would cut it off.
function delegate:willResignActive(application)
  if self.request then
    self.request:cancel()
  end
end

function delegate:performFetch(application, completionHandler)
  refresh(function(new, problem)
    if problem then
      NSLog("fetch failed: %@", problem)
      completionHandler(UIBackgroundFetchResult.failed)
    elseif new > 0 then
      work(0.05 * math.min(new, 100)) -- decode and store; of what is older nobody wants to read
      completionHandler(UIBackgroundFetchResult.newData)
    else
      completionHandler(UIBackgroundFetchResult.noData)
    end
  end)
end

return delegate
