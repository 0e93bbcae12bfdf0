-- The same app, fixed.

local app = {}
local began

function app:didBecomeActive()
  began = began or os.time()
  self.timer = Timer.scheduledTimer(1, true, function()
    NSLog("%d minutes", (os.time() - began) // 60) -- by the clock
  end)
end

function app:willResignActive() self.timer:invalidate() end

return app
