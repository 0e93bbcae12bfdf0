-- An app for Android whose work is WorkManager's: it comes again after a failure, and outlives the
-- process. Its scenario says platform = "Android 15", or another version.

local app = {}

local online = { requiredNetworkType = NetworkType.CONNECTED }

function app:onCreate()
  -- KEEP: what is enqueued already goes on as it is.
  WorkManager:enqueueUniquePeriodicWork("sync", ExistingPeriodicWorkPolicy.KEEP,
    PeriodicWorkRequest { worker = "sync", repeatInterval = hours(1), constraints = online })
end

-- Called beside the main thread, so that it may wait.
function app:doWork(params)
  local request = { url = "https://server.example/items", timeout = 20 }
  local response = OkHttpClient():newCall(request):execute()
  if not response or response.code ~= 200 then
    return Result.retry() -- once more, after a while
  end
  Log.d(params.worker, response.newItems .. " new")
  return Result.success()
end

return app
