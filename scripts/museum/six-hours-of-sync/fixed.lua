-- The same app, fixed.

local app = {}

function app:onStart()
  startForegroundService("sync")
end

function app:onStartCommand(action, startId)
  startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC)
  if self.sync then return end
  self.sync = launch(function()
    while true do
      OkHttpClient():newCall("https://files.example/changes"):execute()
      delay(minutes(5))
    end
  end)
end

function app:onTimeout(startId, type)
  self.sync:cancel()
  self.sync = nil
  stopSelf() -- until the app is opened again
end

return app
