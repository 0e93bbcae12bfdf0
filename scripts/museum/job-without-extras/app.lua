-- A job with nothing in its extras
-- Seen in android-priority-jobqueue, issue 254
--
-- A job outlives the process, and an update of the app too: there it may have been an older version
-- that scheduled it. The app looks for a name in its extras, finds none, and crashes each time.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo { id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY })
end

function app:onStartJob(params)
  local queue = params.extras.queue
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
