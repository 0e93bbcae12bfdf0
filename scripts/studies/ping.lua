-- An app in front that asks a server for nothing, again and again.
--
-- options: every   seconds between two requests
--          upTo    the last one is before this moment
--          random  every is the mean of exponential times
--
-- dormouse: allow uncaughtError because a study gives its options

local options = ...

local app = {}

function app:didBecomeActive()
  local function ping(at)
    local pause = options.every * (options.random and -math.log(1 - math.random()) or 1)
    if at + pause > options.upTo - (options.random and 0 or options.every) then return end
    DispatchQueue.main:asyncAfter(pause, function()
      URLSession.shared:dataTask("https://ping.example/", function() end):resume()
      ping(at + pause)
    end)
  end
  ping(0)
end

return app
