local app = {}

function app:onStart()
  startForegroundService("export")
end

function app:onStartCommand(action, startId)
  local call = OkHttpClient():newCall("https://api.example/film")
  call:enqueue(function(response, error)
    if not response then return stopSelf() end
    startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC) -- by now
    work(5)
    stopSelf()
  end)
end

return app
