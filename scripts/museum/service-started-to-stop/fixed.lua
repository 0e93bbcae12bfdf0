-- The same app, fixed.

local app = {}

function app:onStart()
  startForegroundService("stop") -- nothing is left to be done
end

function app:onStartCommand(action, startId)
  startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC)
  if action == "stop" then return stopSelf() end
  thread(function() work(20) stopSelf(startId) end)
end

return app
