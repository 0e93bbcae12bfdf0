local app = {}

function app:onCreate()
  WorkManager:enqueueUniqueWork("upload", ExistingWorkPolicy.KEEP,
    OneTimeWorkRequest { worker = "upload", initialDelay = minutes(15) })
end

function app:doWork(params)
  local response = OkHttpClient():newCall("https://photos.example/upload"):execute()
  -- without a network, or behind a server that is down, there is none
  Log.d(params.worker, "done: " .. response.code)
  return Result.success()
end

return app
