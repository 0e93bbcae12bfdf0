-- The same app, fixed.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo { id = 1, requiresDeviceIdle = true, periodic = days(1) })
end

function app:onStartJob()
  SharedPreferences:edit():remove("thumbnails"):apply()
  return false
end

return app
