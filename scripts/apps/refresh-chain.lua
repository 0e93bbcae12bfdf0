-- A news reader of today: each refresh asks for the next one, so that the chain never ends.
--
-- options: host   server of the articles (default "news.example")
--          every  seconds from one refresh to the next, at least (default 15 minutes)

local options = ...
local feed = "https://" .. (options.host or "news.example") .. "/feed"
local identifier = "com.example.news.refresh"

local scheduler = BGTaskScheduler.shared
local delegate = {}

-- Asks for a refresh; one that was asked for before gives way to it.
local function scheduleRefresh()
  local taken, error = scheduler:submit(BGAppRefreshTaskRequest {
    identifier = identifier,
    earliestBeginDate = os.time() + (options.every or minutes(15)),
  })
  if not taken then
    NSLog("no refresh: %d, %@", error.code, error.localizedDescription)
  end
end

local function refresh(task)
  scheduleRefresh() -- first of all: whatever happens now, there is a next one
  local request
  request = URLSession.shared:dataTask(feed, function(data, response, error)
    if not error and response.statusCode == 200 then
      local defaults = UserDefaults.standard
      defaults:set("articles", (defaults:value("articles") or 0) + data.newItems)
    end
    task:setTaskCompleted(not error)
  end)
  task.expirationHandler = function()
    request:cancel() -- its completion then ends the task
  end
  request:resume()
end

function delegate:didFinishLaunching(application, launch)
  scheduler:register(identifier, refresh)
end

function delegate:didEnterBackground(application)
  scheduleRefresh()
end

return delegate
