local app = {}

function app:didBecomeActive()
  Timer.scheduledTimer(0.005, true, function() self:look() end)
end

function app:look() end -- whether something is to be done

return app
