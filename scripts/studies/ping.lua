-- An app in front that asks a server for nothing, again and again.
--
-- options: every  seconds between two requests
--          upTo   the last one is before this moment
--
-- dormouse: allow uncaughtError because a study gives its options

local options = ...

local app = {}

function app:didBecomeActive()
  local function ping(at)
    if at >= options.upTo then return end
    DispatchQueue.main:asyncAfter(options.every, function()
      URLSession.shared:dataTask("https://ping.example/", function() end):resume()
      ping(at + options.every)
    end)
  end
  ping(options.every)
end

return app
