-- An app whose fetches are customers of a queue: each arrives at a moment of its own and holds the
-- slot for a time of its own.
--
-- options: arrivals  moments, in seconds from the start
--          services  for how many seconds each holds the slot
--          rate      bytes a second: each sends what takes so long alone, instead of waiting
--
-- dormouse: allow uncaughtError because a study gives its options

local options = ...
local start = os.time { year = 2024, month = 1, day = 1, hour = 0 }

local app = {}
local number, last = 1, nil

-- Seconds since the start of the run; the reference date of the clock is that of 2001.
local function now() return CFAbsoluteTimeGetCurrent() + 978307200 - start end

-- Asks for the slot at the next arrival; the interval counts from the fetch before.
local function await(application)
  local at = options.arrivals[number]
  application:setMinimumBackgroundFetchInterval(
    at and math.max(1, at - (last or now()))
      or UIApplication.backgroundFetchIntervalNever)
end

function app:didFinishLaunching(application)
  await(application)
end

function app:performFetch(application, completionHandler)
  last = now()
  local service = options.services[number]
  number = number + 1
  local function complete()
    await(application)
    completionHandler(UIBackgroundFetchResult.newData)
  end
  if not options.rate then
    DispatchQueue.main:asyncAfter(service, complete)
    return
  end
  local request = {
    url = "https://sink.example/", body = math.ceil(service * options.rate), timeout = 1e6,
  }
  URLSession.shared:dataTask(request, function()
    DispatchQueue.main:async(complete)
  end):resume()
end

return app
