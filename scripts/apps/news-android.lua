-- A reader of news for Android: a periodic job loads what is new, also when nobody has opened the app
-- for days. The job is scheduled at each launch; one of the same number takes its place.

local app = {}

local options = ...
local host = options.host or "news.example"
local jobId = 1

function app:onCreate()
  if JobScheduler:getPendingJob(jobId) then return end
  JobScheduler:schedule(JobInfo {
    id = jobId,
    requiredNetworkType = JobInfo.NETWORK_TYPE_ANY,
    periodic = options.every or hours(1),
    persisted = true,
  })
end

local function load()
  local request = { url = "https://" .. host .. "/items", timeout = 8 }
  local response, error = OkHttpClient():newCall(request):execute()
  if error then return false end
  SharedPreferences:edit():putInt("items", SharedPreferences:getInt("items", 0) + response.newItems)
    :apply()
  return true
end

function app:onStart()
  launch(load)
end

function app:onStartJob(params)
  self.loading = launch(function()
    jobFinished(params, not load())
  end)
  return true
end

function app:onStopJob(params)
  self.loading:cancel()
  return true
end

return app
