local app = {}

function app:didBecomeActive()
  Task(function()
    local lock = FileLock.wait("shared.sqlite")
    NSLog("shows its rows")
    lock:release()
  end)
end

return app
