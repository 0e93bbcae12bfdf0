-- A player with the audio mode: while it plays it runs on in the background, without a clock; paused,
-- it is suspended like any other app.
--
-- options: length (of a track, in seconds; default 240)  tracks (played one after the other; default 5)

local options = ...
local length = options.length or 240
local tracks = options.tracks or 5

local delegate = { track = UserDefaults.standard:value("track") or 1, played = 0 }

function delegate:play()
  AVAudioSession.sharedInstance():setActive(true)
  NSLog("plays track %d", self.track)
  self.timer = Timer.scheduledTimer(length, true, function()
    self:nextTrack()
  end)
end

function delegate:pause()
  if self.timer then
    self.timer:invalidate()
    self.timer = nil
  end
  UserDefaults.standard:set("track", self.track)
  NSLog("pauses")
  AVAudioSession.sharedInstance():setActive(false)
end

function delegate:nextTrack()
  self.track = self.track + 1
  self.played = self.played + 1
  if self.played == tracks then
    self.played = 0
    self:pause()
  else
    NSLog("plays track %d", self.track)
  end
end

-- Opening it is pressing its button.
function delegate:didBecomeActive()
  if self.timer then
    self:pause()
  else
    self:play()
  end
end

return delegate
