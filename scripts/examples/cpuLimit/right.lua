local app = {}

function app:didEnterBackground(application)
  local task, isOver
  local function finish()
    isOver = true
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("index", finish)
  local left = 20 -- pieces now, the rest another time
  local function piece()
    if isOver then return end
    if left == 0 then return finish() end
    left = left - 1
    work(0.2)
    DispatchQueue.main:asyncAfter(0.8, piece)
  end
  piece()
end

return app
