local app = {}

function app:onStop()
  local policy = ExistingWorkPolicy.APPEND_OR_REPLACE
  WorkManager:enqueueUniqueWork("outbox", policy, OneTimeWorkRequest {
    worker = "send", constraints = { requiredNetworkType = NetworkType.CONNECTED },
  })
end

function app:doWork(params)
  local mail = { url = "https://mail.example/send", body = KB(5) }
  local response = OkHttpClient():newCall(mail):execute()
  if not response or response.code >= 500 then return Result.retry() end
  return response.code == 200 and Result.success() or Result.failure()
end

return app
