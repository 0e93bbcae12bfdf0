local app = {}

-- Each process enqueues one more, and all of them go on.
function app:onCreate()
  WorkManager:enqueue(PeriodicWorkRequest { worker = "sync", repeatInterval = hours(1) })
end

function app:doWork(params)
  return Result.success()
end

return app
