-- The same app, fixed.

local app = {}

function app:onStart()
  if SharedPreferences:getInt("songs", 0) == 700 or JobScheduler:getPendingJob(1) then return end
  JobScheduler:schedule(JobInfo { id = 1, requiredNetworkType = JobInfo.NETWORK_TYPE_ANY })
end

-- Downloads songs for some minutes, and returns whether all are there.
local function download()
  local ends = os.time() + minutes(8) -- a job has ten
  for song = SharedPreferences:getInt("songs", 0) + 1, 700 do
    if os.time() > ends then return false end
    local request = { url = "https://music.example/songs/" .. song, timeout = 60 }
    if not OkHttpClient():newCall(request):execute() then return false end
    SharedPreferences:edit():putInt("songs", song):apply()
  end
  return true
end

function app:onStartJob(params)
  self.downloads = launch(function() jobFinished(params, not download()) end)
  return true
end

function app:onStopJob()
  self.downloads:cancel()
  return true
end

return app
