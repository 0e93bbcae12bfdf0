local app = {}

function app:didEnterBackground(application)
  local task
  function self.finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
    NSLog("the rest another time")
  end
  task = application:beginBackgroundTask("export", self.finish)
end

function app:thermalStateDidChange()
  if ProcessInfo.processInfo.thermalState == "critical" then self.finish() end
end

return app
