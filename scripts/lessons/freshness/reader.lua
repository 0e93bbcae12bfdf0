-- An app that shows what its server publishes, and fetches it in the background.
local options = ...
local url = "https://" .. (options.host or "chat.example") .. "/"

local app = {}

local function load(done)
  URLSession.shared:dataTask(url, function(data) done(data) end):resume()
end

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:didBecomeActive(application)
  load(function() end)
end

function app:performFetch(_, completionHandler)
  load(function(data)
    if not data then
      completionHandler(UIBackgroundFetchResult.failed)
    elseif data.newItems > 0 then
      completionHandler(UIBackgroundFetchResult.newData)
    else
      completionHandler(UIBackgroundFetchResult.noData)
    end
  end)
end

return app
