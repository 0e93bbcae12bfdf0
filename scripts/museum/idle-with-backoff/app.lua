-- A job for an idle phone that is to back off
-- Seen in JobSchedulerCompat, pull request 13
--
-- A job for the time when nobody uses the phone can have no backoff of its own. Android's builder
-- refuses the two together, nobody catches that, and the app does not even start.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiresDeviceIdle = true, initialBackoff = minutes(1), periodic = days(1),
  })
end

function app:onStartJob()
  SharedPreferences:edit():remove("thumbnails"):apply()
  return false
end

return app
