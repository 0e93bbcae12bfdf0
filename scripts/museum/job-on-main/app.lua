-- A job that does its work on the main thread
-- Seen in Truvark, issue 168
--
-- The scheduler calls onStartJob on the main thread and waits for its answer. The app does all the
-- work of the job right there, and does not respond.

local app = {}

function app:onCreate()
  if JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo {
    id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY, periodic = hours(6),
  })
end

function app:onStartJob()
  work(40) -- encrypts what is new
  return false
end

return app
