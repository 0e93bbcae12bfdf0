-- An app for Android that loads what is new by JobScheduler, also when nobody opens it. Its scenario
-- says platform = "Android 15", or another version.

local app = {}
local jobId = 1

function app:onCreate()
  -- The job outlives the process; to schedule it again would begin its period anew.
  if JobScheduler:getPendingJob(jobId) then return end
  JobScheduler:schedule(JobInfo {
    id = jobId,
    requiredNetworkType = JobInfo.NETWORK_TYPE_ANY,
    periodic = hours(1), -- a quarter of an hour is the shortest period
    -- persisted = true lets it outlive a restart, with the permission RECEIVE_BOOT_COMPLETED
  })
end

function app:onStartJob(params)
  -- The main thread must not wait for the server: the work goes on beside it.
  self.loading = launch(function()
    local request = { url = "https://server.example/items", timeout = 20 }
    local response = OkHttpClient():newCall(request):execute()
    -- On every path; true: it failed, and is wanted again.
    jobFinished(params, not response or response.code ~= 200)
  end)
  return true -- not finished yet
end

-- The system wants the job to stop: its time is over, or a condition does not hold any more.
function app:onStopJob(params)
  self.loading:cancel()
  return true -- wanted again
end

return app
