local app = {}

function app:onStop()
  WorkManager:enqueueUniqueWork("outbox", ExistingWorkPolicy.APPEND, OneTimeWorkRequest {
    worker = "send", constraints = { requiredNetworkType = NetworkType.CONNECTED },
  })
end

function app:doWork(params)
  local mail = { url = "https://mail.example/send", body = KB(5) }
  local response = OkHttpClient():newCall(mail):execute()
  return response and response.code == 200 and Result.success() or Result.failure()
end

return app
