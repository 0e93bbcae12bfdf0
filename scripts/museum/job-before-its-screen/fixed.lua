-- The same app, fixed.

local app = {}

function app:onCreate()
  self.catalogue = { url = "https://apps.example/catalogue", timeout = 8 }
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = hours(4),
  })
end

function app:onStartJob(params)
  OkHttpClient():newCall(self.catalogue.url):enqueue(function(response)
    jobFinished(params, response == nil)
  end)
  return true
end

function app:onStopJob()
  return true
end

return app
