-- Timers assumed to run in the background
-- Seen in react-native-background-timer, issue 191
--
-- A timer counts the minutes of a workout. Once the app is left it is suspended, the timer stands
-- still, and it fires once when the user comes back: the minutes between are missing.

local app = {}
local minutes = 0

function app:didBecomeActive()
  if self.timer then return end
  self.timer = Timer.scheduledTimer(60, true, function() minutes = minutes + 1 end)
end

return app
