local app = {}

local lock = NSLock()

function app:didBecomeActive()
  lock:lock()
  DispatchQueue.global():async(function()
    work(0.1)
    lock:unlock()
  end)
end

return app
