local app = {}

function app:onStart()
  startForegroundService("backup")
end

function app:onStartCommand(action, startId)
  startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC)
  self.backup = launch(function()
    for _ = 1, 1000 do
      work(1) -- one file of the backup
      delay(59)
    end
    stopSelf(startId)
  end)
end

function app:onTimeout(startId, type)
  self.backup:cancel()
  stopSelf() -- the rest when the app is opened again
end

return app
