-- The same app, fixed.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = minutes(15),
  })
end

function app:onStartJob(params)
  self.connecting = launch(function()
    local call = OkHttpClient():newCall { url = "https://push.example/connect", timeout = 20 }
    call:execute()
    jobFinished(params, false) -- it comes again in a quarter of an hour
  end)
  return true
end

function app:onStopJob()
  self.connecting:cancel()
  return true
end

return app
