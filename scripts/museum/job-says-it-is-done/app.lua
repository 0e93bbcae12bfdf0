-- A job that says it is done while its request is under way
-- Seen in firebase-jobdispatcher-android, issue 79
--
-- The job sends its request and returns false: no work goes on. Android believes it, freezes the
-- process after some seconds, and the answer is never seen.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = hours(1),
  })
end

function app:onStartJob()
  local call = OkHttpClient():newCall { url = "https://api.example/feed", timeout = 30 }
  call:enqueue(function(response)
    Log.d("feed", response and response.newItems or "none")
  end)
  return false
end

return app
