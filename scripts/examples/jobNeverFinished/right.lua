local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo { id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY })
end

function app:onStartJob(params)
  local call = OkHttpClient():newCall("https://api.example/news")
  call:enqueue(function(response, error)
    jobFinished(params, error ~= nil)
  end)
  return true
end

function app:onStopJob(params)
  return true
end

return app
