local app = {}

function app:didEnterBackground(application)
  local lock = FileLock.acquire("shared.sqlite")
  DispatchQueue.main:asyncAfter(5, function() lock:release() end) -- suspended before
end

return app
