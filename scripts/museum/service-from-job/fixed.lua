-- The same app, fixed.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = hours(6),
  })
end

function app:onStartJob(params)
  local request = { url = "https://files.example/next", timeout = 60 }
  OkHttpClient():newCall(request):enqueue(function(response, error)
    jobFinished(params, error ~= nil)
  end)
  return true
end

function app:onStopJob(params)
  return true
end

return app
