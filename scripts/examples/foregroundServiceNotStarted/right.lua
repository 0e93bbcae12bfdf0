local app = {}

function app:onStart()
  startForegroundService("export")
end

function app:onStartCommand(action, startId)
  startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC)
  local call = OkHttpClient():newCall("https://api.example/film")
  call:enqueue(function(response, error)
    if response then work(5) end
    stopSelf(startId)
  end)
end

function app:onTimeout(startId, type) stopSelf(startId) end

return app
