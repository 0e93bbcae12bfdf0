-- A job in a process that has no screen
-- Seen in AppStore of GrapheneOS, issue 270
--
-- What the job needs is set up when the app comes to the front. Then the phone lies idle, a process
-- begins for the job alone, nothing has been set up, and the app crashes.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = hours(4),
  })
end

function app:onStart()
  self.catalogue = { url = "https://apps.example/catalogue", timeout = 8 }
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
