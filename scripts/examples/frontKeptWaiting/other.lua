local app = {}

function app:didBecomeActive()
  DispatchQueue.global():async(function()
    local lock = FileLock.wait("shared.sqlite")
    NSLog("shows its rows")
    lock:release()
  end)
end

return app
