local app = {}

function app:onCreate()
  WorkManager:enqueueUniquePeriodicWork("sync", ExistingPeriodicWorkPolicy.KEEP,
    PeriodicWorkRequest { worker = "sync", repeatInterval = minutes(5) })
end

function app:doWork(params)
  return Result.success()
end

return app
