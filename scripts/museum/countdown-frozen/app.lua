-- A countdown in a process that is frozen
-- Seen in GymMane, issue 25
--
-- The rest between two exercises is counted down, second by second. Some time after the app is left
-- its process is frozen, and the count with it: who comes back has still to wait.

local app = {}

function app:onStart()
  if self.left then return end
  self.left = 120
  launch(function()
    while self.left > 0 do
      delay(1)
      self.left = self.left - 1
    end
    Log.i("rest", "over")
  end)
end

return app
