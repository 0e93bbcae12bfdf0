-- The same app, fixed.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = hours(6),
  })
end

function app:onStartJob(params)
  self.isStopped = false
  thread(function()
    for _ = 1, 40 do
      if self.isStopped then return end
      work(1)
    end
    jobFinished(params, false)
  end)
  return true
end

function app:onStopJob()
  self.isStopped = true
  return true
end

return app
