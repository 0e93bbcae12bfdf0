-- Work that its own process replaces
-- Seen in nowinandroid, pull request 69
--
-- The app enqueues its work when its process begins, so that it is up to date at each start. But the
-- process begins for that very work too: it cancels what it was begun for and enqueues it anew.

local app = {}

function app:onCreate()
  WorkManager:enqueueUniqueWork("sync", ExistingWorkPolicy.REPLACE, OneTimeWorkRequest {
    worker = "sync", constraints = { requiredNetworkType = NetworkType.CONNECTED },
  })
end

function app:doWork(params)
  local response = OkHttpClient():newCall("https://api.example/news"):execute()
  if not response then return Result.retry() end
  return Result.success()
end

return app
