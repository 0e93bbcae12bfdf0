local app = {}

function app:onMessageReceived(message)
  WorkManager:enqueue(OneTimeWorkRequest {
    worker = "load", inputData = message.data,
    constraints = { requiredNetworkType = NetworkType.CONNECTED },
  })
end

function app:doWork(params)
  local client = OkHttpClient()
  for _, name in ipairs(params.inputData.photos) do
    if not client:newCall("https://photos.example/" .. name):execute() then
      return Result.retry()
    end
  end
  return Result.success()
end

return app
