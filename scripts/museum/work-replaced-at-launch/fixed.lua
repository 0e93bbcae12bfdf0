-- The same app, fixed.

local app = {}

function app:onCreate()
  WorkManager:enqueueUniqueWork("sync", ExistingWorkPolicy.KEEP, OneTimeWorkRequest {
    worker = "sync", constraints = { requiredNetworkType = NetworkType.CONNECTED },
  })
end

function app:doWork(params)
  local response = OkHttpClient():newCall("https://api.example/news"):execute()
  if not response then return Result.retry() end
  return Result.success()
end

return app
