-- A foreground service started by a job
-- Seen in FileDownloader, issue 1412
--
-- Downloads go on in a foreground service, and a job starts it when there is a network. From Android 12
-- on an app that is behind may start none, and a job is no reason.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = hours(6),
  })
end

function app:onStartJob(params)
  startForegroundService("download")
  return false
end

function app:onStartCommand(action, startId)
  startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC)
  OkHttpClient():newCall("https://files.example/next"):enqueue(function() stopSelf(startId) end)
end

return app
