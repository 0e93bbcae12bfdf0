local app = {}

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("index", finish)
  local function piece()
    work(0.9)
    DispatchQueue.main:asyncAfter(0.1, piece)
  end
  piece()
end

return app
