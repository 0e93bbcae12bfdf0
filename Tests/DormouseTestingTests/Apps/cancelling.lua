-- Uploads in a Task that its expiration handler cancels; `options.way` is what it awaits.
local delegate, options = {}, ...

local function upload()
  if options.way == "request" then
    local data, response, error = URLSession.shared:data("https://photos.example/upload")
    print("request", data, response, error.code)
  elseif options.way == "children" then
    withTaskGroup(function(group)
      for part = 1, 2 do
        group:addTask(function() print("part " .. part, pcall(Task.sleep, minutes(10))) end)
      end
    end)
  else
    print("sleep", pcall(Task.sleep, minutes(10)))
  end
end

function delegate:didEnterBackground(application)
  local work, task
  task = application:beginBackgroundTask("upload", function() work:cancel() end)
  work = Task(function()
    upload()
    application:endBackgroundTask(task)
  end)
end

return delegate
