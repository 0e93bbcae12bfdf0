-- The same app, fixed.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = hours(1),
  })
end

function app:onStartJob(params)
  local call = OkHttpClient():newCall { url = "https://api.example/notifications", timeout = 8 }
  call:enqueue(function(response)
    Log.d("notifications", response and response.newItems or "none")
    jobFinished(params, response == nil)
  end)
  return true
end

function app:onStopJob()
  return true
end

return app
