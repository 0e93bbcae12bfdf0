-- A job that nobody finishes
-- Seen in apps-android-wikipedia, pull request 3032
--
-- The job asks for new notifications beside the main thread, and onStartJob says that work goes on.
-- When it is done nobody says so: the phone is kept awake until the job is stopped.

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
  end)
  return true
end

function app:onStopJob()
  return false
end

return app
