-- A database that is cleaned up at night: a processing task on the charger, in steps that are kept, so
-- that what is interrupted goes on the next time.
--
-- options: records  to be looked at each night (default 500)
--          step     CPU seconds for ten of them (default 2)

local options = ...
local identifier = "com.example.database.cleanup"
local scheduler = BGTaskScheduler.shared
local defaults = UserDefaults.standard
local delegate = {}

-- Asks for the next night, from 22 o'clock on; or to go on as soon as may be.
local function scheduleCleanup(isUnfinished)
  local tonight = os.date("*t")
  tonight.hour, tonight.min, tonight.sec = 22, 0, 0
  local date = os.time(tonight)
  if not isUnfinished and date <= os.time() then
    date = date + days(1)
  end
  local taken, error = scheduler:submit(BGProcessingTaskRequest {
    identifier = identifier,
    earliestBeginDate = isUnfinished and os.time() or date,
    requiresExternalPower = true,
  })
  if not taken then
    NSLog("no cleanup: %d, %@", error.code, error.localizedDescription)
  end
end

local function cleanUp(task)
  local isStopped = false
  task.expirationHandler = function()
    isStopped = true
  end
  local left = defaults:value("left") or options.records or 500
  while left > 0 and not isStopped do
    work(options.step or 2)
    left = left - 10
    Task.sleep(0.1) -- lets others in, the expirationHandler among them
  end
  defaults:set("left", left > 0 and left or nil)
  NSLog(isStopped and "stopped with %d records left" or "cleaned up", left)
  scheduleCleanup(isStopped)
  task:setTaskCompleted(not isStopped)
end

function delegate:didFinishLaunching(application, launch)
  scheduler:register(identifier, cleanUp)
end

function delegate:didEnterBackground(application)
  scheduler:getPendingTaskRequests(function(requests)
    if #requests == 0 then
      scheduleCleanup(defaults:value("left") ~= nil)
    end
  end)
end

return delegate
