-- An app that tidies up by BGTaskScheduler while nobody uses the phone (iOS 13 and later). The
-- scenario's app needs
--   modes = { "processing" }, permittedIdentifiers = { "com.example.cleanup" }

local identifier = "com.example.cleanup"
local scheduler = BGTaskScheduler.shared
local delegate = {}

local function scheduleCleanup(delay)
  local taken, error = scheduler:submit(BGProcessingTaskRequest {
    identifier = identifier, earliestBeginDate = os.time() + delay,
    requiresExternalPower = true, requiresNetworkConnectivity = false,
  })
  if not taken then
    NSLog("no cleanup: %d, %@", error.code, error.localizedDescription)
  end
end

local function cleanUp(task)
  local isStopped = false
  -- Called when the user picks the phone up, the charger goes, or the time is nearly over.
  task.expirationHandler = function()
    isStopped = true
  end
  for step = 1, 60 do
    if isStopped then
      break
    end
    work(1)
    Task.sleep(0.1) -- lets others in, the expirationHandler among them
  end
  scheduleCleanup(isStopped and 0 or days(1))
  task:setTaskCompleted(not isStopped)
end

function delegate:didFinishLaunching(application, launch)
  scheduler:register(identifier, cleanUp)
end

function delegate:didEnterBackground(application)
  scheduleCleanup(hours(1))
end

return delegate
