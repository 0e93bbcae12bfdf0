-- An app that gets what is new when it may, or is told to by a push. A fetch goes on for some
-- seconds times 1 + 1/2 + ... + 1/n for n new items.
--
-- options: host     its server
--          fetches  whether it fetches, too, and not at pushes only
--          unit     those seconds
--
-- dormouse: allow uncaughtError because a study gives its options

local options = ...
local url = "https://" .. options.host .. "/"

local app = {}

function app:didFinishLaunching(application)
  if options.fetches then
    application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
  end
end

local function get(completionHandler, isHeld)
  URLSession.shared:dataTask(url, function(data, response)
    local new = response.statusCode == 200 and data.newItems or 0
    local seconds = 0
    for n = 1, isHeld and options.unit > 0 and new or 0 do
      seconds = seconds + options.unit / n
    end
    DispatchQueue.main:asyncAfter(seconds, function()
      completionHandler(
        response.statusCode ~= 200 and UIBackgroundFetchResult.failed
          or new > 0 and UIBackgroundFetchResult.newData or UIBackgroundFetchResult.noData)
    end)
  end):resume()
end

function app:performFetch(_, completionHandler)
  get(completionHandler, true)
end

function app:didReceiveRemoteNotification(_, _, completionHandler)
  get(completionHandler, false)
end

return app
