local app = {}

-- The next process finds the work of that name, and keeps it.
function app:onCreate()
  WorkManager:enqueueUniquePeriodicWork("sync", ExistingPeriodicWorkPolicy.KEEP,
    PeriodicWorkRequest { worker = "sync", repeatInterval = hours(1) })
end

function app:doWork(params)
  return Result.success()
end

return app
