local app = {}

function app:onCreate()
  WorkManager:enqueueUniqueWork("upload", ExistingWorkPolicy.KEEP,
    OneTimeWorkRequest { worker = "upload", initialDelay = minutes(15) })
end

function app:doWork(params)
  local response = OkHttpClient():newCall("https://photos.example/upload"):execute()
  if not response then return Result.retry() end
  Log.d(params.worker, "done")
  return Result.success()
end

return app
