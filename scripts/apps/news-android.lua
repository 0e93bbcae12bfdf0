-- A reader of news for Android: a periodic job loads what is new, also when nobody has opened the app
-- for days. The job outlives the process; each launch looks whether it is there.
--
-- options: host   server of the articles (default "news.example")
--          every  seconds from one job to the next (default an hour)

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
  })
end

-- Loads what is new and returns how many articles that is; nil if it fails.
local function load()
  local request = { url = "https://" .. host .. "/feed", timeout = 8 }
  local response, error = OkHttpClient():newCall(request):execute()
  if error or response.code ~= 200 then return nil end
  SharedPreferences:edit():putInt("items", SharedPreferences:getInt("items", 0) + response.newItems)
    :apply()
  return response.newItems
end

function app:onStart()
  launch(load)
end

function app:onStartJob(params)
  self.loading = launch(function()
    local new = load()
    thread(function()
      work(0.05 * math.min(new or 0, 100)) -- decode and store; of what is older nobody wants to read
      jobFinished(params, not new)
    end)
  end)
  return true
end

function app:onStopJob(params)
  self.loading:cancel()
  return true
end

return app
