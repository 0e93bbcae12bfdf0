-- No launch handler when the app is launched for its task
-- Seen in flutter_workmanager, pull request 692
--
-- The task is submitted, but its handler is not registered at every launch: here only where the
-- user opens the app. Launched in the background for its task, the app has none, and is ended by an
-- exception.

local app = {}

local function submit()
  local ok, error = BGTaskScheduler.shared:submit(
    BGAppRefreshTaskRequest { identifier = "refresh", earliestBeginDate = os.time() + 900 })
  if not ok then NSLog("not submitted: %@", error.localizedDescription) end
end

function app:didFinishLaunching(application, options)
  if options.reason == "user" then
    BGTaskScheduler.shared:register("refresh", function(task)
      submit()
      task.expirationHandler = function() task:setTaskCompleted(false) end
      task:setTaskCompleted(true)
    end)
  end
end

function app:didEnterBackground() submit() end

return app
