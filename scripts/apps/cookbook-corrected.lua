-- cookbook.lua without its flaw: the expiration handler ends the task itself, before it returns.

local delegate = { task = UIBackgroundTaskIdentifier.invalid }

local function logTimeRemaining()
  local remaining = UIApplication.shared.backgroundTimeRemaining
  if remaining == DBL_MAX then
    NSLog("Background Time Remaining = Undetermined")
  else
    NSLog("Background Time Remaining = %.2f Seconds", remaining)
  end
end

function delegate:endBackgroundTask()
  self.timer:invalidate()
  UIApplication.shared:endBackgroundTask(self.task)
  self.task = UIBackgroundTaskIdentifier.invalid
end

function delegate:didEnterBackground(application)
  if not UIDevice.current.isMultitaskingSupported then
    return
  end
  self.timer = Timer.scheduledTimer(1, true, logTimeRemaining)
  self.task = application:beginBackgroundTask(function()
    self:endBackgroundTask()
  end)
end

function delegate:willEnterForeground(application)
  if self.task ~= UIBackgroundTaskIdentifier.invalid then
    self:endBackgroundTask()
  end
end

return delegate
