-- An app that refreshes its content by BGTaskScheduler (iOS 13 and later). The scenario's app needs
--   modes = { "fetch" }, permittedIdentifiers = { "com.example.refresh" }

local identifier = "com.example.refresh"
local scheduler = BGTaskScheduler.shared
local delegate = {}

-- One request gives one launch.
local function scheduleRefresh()
  local taken, error = scheduler:submit(BGAppRefreshTaskRequest {
    identifier = identifier, earliestBeginDate = os.time() + minutes(30),
  })
  if not taken then
    NSLog("no refresh: %d, %@", error.code, error.localizedDescription)
  end
end

local function refresh(task)
  scheduleRefresh() -- first, so that no early return breaks the chain
  local request
  request = URLSession.shared:dataTask("https://server.example/items", function(_, _, error)
    task:setTaskCompleted(error == nil)
  end)
  -- Called some seconds before the time is over; without it there is no warning.
  task.expirationHandler = function()
    request:cancel() -- which calls its completion
  end
  request:resume()
end

function delegate:didFinishLaunching(application, launch)
  -- All handlers must be registered before this returns.
  scheduler:register(identifier, refresh)
end

function delegate:didEnterBackground(application)
  scheduleRefresh()
end

return delegate
