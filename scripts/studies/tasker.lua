-- An app whose fetches take a part of the seconds of a task.
--
-- options: starts   fetches of a task
--          seconds  of them all
--
-- dormouse: allow uncaughtError because a study gives its options

local options = ...

local app = {}

function app:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(UIApplication.backgroundFetchIntervalMinimum)
end

function app:performFetch(_, completionHandler)
  DispatchQueue.main:asyncAfter(options.seconds / options.starts, function()
    completionHandler(UIBackgroundFetchResult.newData)
  end)
end

return app
