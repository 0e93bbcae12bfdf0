local app = {}

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("rows", finish)
  DispatchQueue.main:async(function()
    for row = 1, 2000 do self:save(row) end
    finish()
  end)
end

function app:save(row) work(0.0001) end

return app
