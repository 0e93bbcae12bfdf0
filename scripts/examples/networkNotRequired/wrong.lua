local app = {}

local function schedule()
  local ok, failure = BGTaskScheduler.shared:submit(BGProcessingTaskRequest {
    identifier = "app.backup",
  })
  if not ok then NSLog("not scheduled: %@", failure.localizedDescription) end
end

function app:didFinishLaunching()
  BGTaskScheduler.shared:register("app.backup", function(task)
    schedule()
    local backup = { url = "https://backup.example/all", body = MB(5) }
    local request = URLSession.shared:dataTask(backup, function(data, response, failure)
      task:setTaskCompleted(failure == nil)
    end)
    task.expirationHandler = function() request:cancel() end
    request:resume()
  end)
end

function app:didEnterBackground() schedule() end

return app
