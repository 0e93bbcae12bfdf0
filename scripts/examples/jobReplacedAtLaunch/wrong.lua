local app = {}

function app:onCreate()
  -- begins anew with each process, also with the one that is begun for the work
  WorkManager:enqueueUniquePeriodicWork("sync", ExistingPeriodicWorkPolicy.CANCEL_AND_REENQUEUE,
    PeriodicWorkRequest {
      worker = "sync", repeatInterval = minutes(30), initialDelay = minutes(30),
    })
end

function app:doWork(params)
  return Result.success()
end

return app
