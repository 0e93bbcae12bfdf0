-- The same app, fixed.

local app = {}

function app:didEnterBackground(application)
  local task, isOver
  local function finish()
    isOver = true
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("close", finish)
  DispatchQueue.global():async(function()
    for file = 1, 10 do
      if isOver then return end
      Task.sleep(0.5)
    end
    finish()
  end)
end

return app
