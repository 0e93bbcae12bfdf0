-- The main thread waits for a semaphore that only it could signal
-- Seen in mixpanel-iphone, issue 776
--
-- didEnterBackground waits until what was tracked is saved, so that nothing is lost. What signals the
-- semaphore comes back on the main queue, which waits: the app hangs until the system ends it.

local app = {}

local function save(completion)
  DispatchQueue.global():async(function()
    work(0.1) -- writes what was tracked
    DispatchQueue.main:async(completion)
  end)
end

function app:didEnterBackground()
  local saved = DispatchSemaphore(0)
  save(function() saved:signal() end)
  saved:wait()
end

return app
