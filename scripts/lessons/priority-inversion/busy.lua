-- An app that has nothing to do with the ledger, and keeps the processor busy for 7 s when it is
-- left.
local app = {}

function app:didEnterBackground(application)
  local task
  local function finish()
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("compute", finish)
  DispatchQueue.global():async(function()
    work(7)
    finish()
  end)
end

return app
