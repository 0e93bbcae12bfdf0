-- The delegate of the well-known cookbook chapter on background tasks: as the app leaves the screen, a
-- timer begins to log how much background time remains, and a task keeps the app running meanwhile.
--
-- It has the chapter's flaw: the expiration handler only *dispatches* the end of the task. The app
-- survives because handlers are called a few seconds before the deadline; dormouse reports it.
-- cookbook-corrected.lua is the same app without the flaw.

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
  DispatchQueue.main:async(function()
    self.timer:invalidate()
    UIApplication.shared:endBackgroundTask(self.task)
    self.task = UIBackgroundTaskIdentifier.invalid
  end)
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
