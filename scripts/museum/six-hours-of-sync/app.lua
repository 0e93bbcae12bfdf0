-- A service that synchronizes all day
-- Seen in syncthing-android, issue 1147
--
-- From Android 15 on services of the type dataSync have six hours while their app is behind. This one
-- never stops, and does not hear that its time is over.

local app = {}

function app:onStart()
  startForegroundService("sync")
end

function app:onStartCommand(action, startId)
  startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC)
  if self.isRunning then return end
  self.isRunning = true
  launch(function()
    while true do
      OkHttpClient():newCall("https://files.example/changes"):execute()
      delay(minutes(5))
    end
  end)
end

return app
