local app = {}

function app:didEnterBackground(application)
  for row = 1, 2000 do -- a task for each row of a table
    local task = application:beginBackgroundTask("row " .. row)
    DispatchQueue.main:async(function() application:endBackgroundTask(task) end)
  end
end

return app
