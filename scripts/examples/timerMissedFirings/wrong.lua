local app = {}
local minutes = 0

function app:didFinishLaunching()
  Timer.scheduledTimer(60, true, function() minutes = minutes + 1 end)
end

return app
