local app = {}

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("export", finish)
  DispatchQueue.main:asyncAfter(20, finish) -- however hot it gets
end

return app
