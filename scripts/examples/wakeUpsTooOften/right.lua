local app = {}

function app:didBecomeActive()
  self.timer = Timer.scheduledTimer(0.1, true, function() self:look() end)
end

function app:willResignActive() self.timer:invalidate() end

function app:look() end -- whether something is to be done

return app
