local app = {}

function app:didBecomeActive()
  self.began = self.began or os.time()
  self.timer = Timer.scheduledTimer(60, true, function()
    NSLog("%d minutes", (os.time() - self.began) // 60) -- by the clock
  end)
end

function app:willResignActive() self.timer:invalidate() end

return app
