-- Uploads what is new each time it is left, and refreshes now and then.
local delegate = {}

function delegate:didFinishLaunching(application)
  application:setMinimumBackgroundFetchInterval(minutes(20))
end

function delegate:didEnterBackground(application)
  local task, upload
  local function finish()
    if task then application:endBackgroundTask(task) task = nil end
  end
  -- Whichever comes first ends the task: the answer, or the end of the time.
  task = application:beginBackgroundTask("upload", function()
    upload:cancel()
    finish()
  end)
  upload = URLSession.shared:dataTask({ url = "https://photos.example/upload", body = MB(4) }, finish)
  upload:resume()
end

function delegate:performFetch(application, completionHandler)
  local answer, _, failure = URLSession.shared:data { url = "https://photos.example/new" }
  completionHandler(failure and UIBackgroundFetchResult.failed or UIBackgroundFetchResult.newData)
end

return delegate
