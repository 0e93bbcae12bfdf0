local app = {}

function app:onStart()
  if JobScheduler:getPendingJob(7) then return end
  JobScheduler:schedule(JobInfo { id = 7, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY })
end

function app:onStartJob(params)
  self.job = launch(function()
    local backup = { url = "https://backup.example/all", body = MB(50) }
    local response = OkHttpClient():newCall(backup):execute()
    jobFinished(params, response == nil)
  end)
  return true
end

function app:onStopJob(params)
  self.job:cancel()
  return false -- and the backup is never made
end

return app
