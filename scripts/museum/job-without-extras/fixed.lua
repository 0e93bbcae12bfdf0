-- The same app, fixed.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo { id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY })
end

function app:onStartJob(params)
  local queue = params.extras and params.extras.queue or "default"
  local url = "https://api.example/queues/" .. queue
  OkHttpClient():newCall({ url = url, timeout = 8 }):enqueue(function(response)
    jobFinished(params, response == nil)
  end)
  return true
end

function app:onStopJob()
  return true
end

return app
