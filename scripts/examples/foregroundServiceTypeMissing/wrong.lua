local app = {}

function app:onStart()
  startForegroundService("play")
end

function app:onStartCommand(action, startId)
  startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC) -- not declared
  thread(function() work(20) stopSelf(startId) end)
end

return app
