local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo { id = 1, periodic = minutes(15) })
end

function app:onStartJob(parameters)
  work(1)
  return false
end

return app
