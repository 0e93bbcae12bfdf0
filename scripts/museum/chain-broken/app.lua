-- A chain of refreshes broken by an early return
-- Seen in Aidoku, pull request 1043
--
-- Each refresh has to submit the next one. There none did; here it is left out on the day when
-- there is nothing to do and the handler returns early, and no refresh ever comes again.

local app = {}

local function submit()
  local ok, error = BGTaskScheduler.shared:submit(
    BGAppRefreshTaskRequest { identifier = "refresh", earliestBeginDate = os.time() + 900 })
  if not ok then NSLog("not submitted: %@", error.localizedDescription) end
end

function app:didFinishLaunching(application)
  BGTaskScheduler.shared:register("refresh", function(task)
    task.expirationHandler = function() task:setTaskCompleted(false) end
    local changes = UserDefaults.standard:value("changes") or 0
    if changes == 0 then
      task:setTaskCompleted(true)
      return
    end
    submit()
    task:setTaskCompleted(true)
  end)
end

function app:didEnterBackground() submit() end

return app
