local app = {}

function app:onCreate()
  AlarmManager:set(AlarmManager.RTC_WAKEUP, os.time() + minutes(20), "sync")
end

function app:onReceive(operation)
  JobScheduler:schedule(JobInfo { id = 1 })
end

function app:onStartJob(params)
  thread(function() work(20) jobFinished(params, false) end)
  return true
end

function app:onStopJob(params)
  return true
end

return app
