-- A job that ends only when all goes well
-- Seen in tutanota, issue 2025
--
-- The job is there to connect to the server, and is finished as soon as it is connected. Where the
-- server does not answer nobody finishes it, and the phone is kept awake for ten minutes each time.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = minutes(15),
  })
end

function app:onStartJob(params)
  launch(function()
    local call = OkHttpClient():newCall { url = "https://push.example/connect", timeout = 20 }
    local response = call:execute()
    if response then jobFinished(params, false) end
  end)
  return true
end

function app:onStopJob()
  return true
end

return app
