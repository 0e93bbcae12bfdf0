-- Begins a task each time it is left, and ends it only when the upload is answered.
local delegate = {}
function delegate:didEnterBackground(application)
  local task = application:beginBackgroundTask("upload")
  URLSession.shared:data { url = "https://photos.example/upload", body = MB(1) }
  application:endBackgroundTask(task)
end
return delegate
