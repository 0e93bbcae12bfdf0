local app = {}

local lock = NSLock()

function app:didBecomeActive()
  DispatchQueue.global():async(function()
    lock:lock()
    work(0.1)
    lock:unlock()
  end)
end

return app
