-- A task completed by its handler and by its work
-- Seen in noop, pull request 955
--
-- The expiration handler completes the task, and so does the work when it comes to its end a second
-- later.

local app = {}

local function submit()
  local ok, error = BGTaskScheduler.shared:submit(
    BGAppRefreshTaskRequest { identifier = "refresh", earliestBeginDate = os.time() + 900 })
  if not ok then NSLog("not submitted: %@", error.localizedDescription) end
end

function app:didFinishLaunching(application)
  BGTaskScheduler.shared:register("refresh", function(task)
    submit()
    task.expirationHandler = function() task:setTaskCompleted(false) end
    DispatchQueue.main:asyncAfter(26, function()
      task:setTaskCompleted(true)
    end)
    DispatchQueue.main:asyncAfter(10, function()
      work(0.2) -- what the refresh is for
      local save
      local function saved()
        UIApplication.shared:endBackgroundTask(save)
        save = UIBackgroundTaskIdentifier.invalid
      end
      save = UIApplication.shared:beginBackgroundTask("save", saved)
      DispatchQueue.main:asyncAfter(17, saved)
    end)
  end)
end

function app:didEnterBackground() submit() end

return app
