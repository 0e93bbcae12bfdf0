-- A player with the audio mode: while it plays it runs on in the background without a clock, and looks
-- for new episodes itself now and then.
--
-- options: host  server (default "podcasts.example")

local options = ...
local url = "https://" .. (options.host or "podcasts.example") .. "/episodes"

local delegate = { position = UserDefaults.standard:value("position") or 0, timers = {} }

function delegate:play()
  local tick = Timer.scheduledTimer(60, true, function()
    self.position = self.position + 60
  end)
  local look = Timer.scheduledTimer(hours(1), true, function()
    Task(function()
      local data, _, error = URLSession.shared:data(url)
      if not error and data.newItems > 0 then
        NSLog("%d new episodes", data.newItems)
      end
    end)
  end)
  self.timers = { tick, look }
end

function delegate:pause()
  for _, timer in ipairs(self.timers) do
    timer:invalidate()
  end
  self.timers = {}
end

-- Each visit starts the player or pauses it.
function delegate:didBecomeActive(application)
  self.isPlaying = not self.isPlaying
  AVAudioSession.sharedInstance():setActive(self.isPlaying)
  if self.isPlaying then self:play() else self:pause() end
end

function delegate:didEnterBackground(application)
  UserDefaults.standard:set("position", self.position)
end

return delegate
