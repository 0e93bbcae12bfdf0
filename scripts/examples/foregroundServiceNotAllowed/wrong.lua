local app = {}

function app:onCreate()
  AlarmManager:set(AlarmManager.RTC_WAKEUP, os.time() + minutes(20), "sync")
end

function app:onReceive(operation)
  startForegroundService(operation)
end

function app:onStartCommand(action, startId)
  startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC)
  thread(function() work(20) stopSelf(startId) end)
end

return app
