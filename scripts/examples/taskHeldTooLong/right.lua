local app = {}

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("save", finish)
  DispatchQueue.main:asyncAfter(2, finish) -- the work that the task is for
end

return app
