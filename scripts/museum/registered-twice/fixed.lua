-- The same app, fixed.

local app = {}

local function submit()
  local ok, error = BGTaskScheduler.shared:submit(
    BGAppRefreshTaskRequest { identifier = "refresh", earliestBeginDate = os.time() + 900 })
  if not ok then NSLog("not submitted: %@", error.localizedDescription) end
end

function app:didFinishLaunching(application)
  BGTaskScheduler.shared:register("refresh", function(task)
    submit()
    local function finish(success)
      if task then task:setTaskCompleted(success) end
      task = nil
    end
    task.expirationHandler = function() finish(false) end
    DispatchQueue.main:asyncAfter(2, function() finish(true) end)
  end)
end

function app:didEnterBackground() submit() end

return app
