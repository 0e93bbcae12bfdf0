-- The same app, fixed.

local app = {}

function app:onStart()
  self.ends = self.ends or os.time() + 120
  self.counting = launch(function()
    while os.time() < self.ends do delay(1) end -- by the clock
    Log.i("rest", "over")
  end)
end

function app:onStop()
  self.counting:cancel()
end

return app
