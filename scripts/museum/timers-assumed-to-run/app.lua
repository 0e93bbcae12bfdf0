-- Timers assumed to run in the background
-- Seen in react-native-background-timer, issue 191
--
-- A timer counts time, there the seconds of a countdown, here the minutes of a workout. Some time
-- after the app is left it is suspended, and the timer stands still: when the user comes back, the
-- time between is missing.

local app = {}
local minutes = 0

function app:didBecomeActive()
  if self.timer then return end
  self.timer = Timer.scheduledTimer(60, true, function() minutes = minutes + 1 end)
end

return app
