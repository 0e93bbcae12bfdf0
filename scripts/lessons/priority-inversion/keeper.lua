-- One of two apps that share a ledger in a file. It opens the ledger when the user opens it, and
-- writes to it when it is left, both under a lock. Writing takes `seconds` of the processor, in so
-- many `pieces`, and the lock is free for a moment between two of them.
local options = ...
local seconds, pieces = options.seconds or 4, options.pieces or 1

local app = {}

function app:didBecomeActive(application)
  DispatchQueue.global():async(function()
    local asked = CFAbsoluteTimeGetCurrent()
    local lock = FileLock.wait("ledger")
    NSLog("the ledger is open after %.1f s", CFAbsoluteTimeGetCurrent() - asked)
    lock:release()
  end)
end

function app:didEnterBackground(application)
  local task = application:beginBackgroundTask("write", function() end)
  if task == UIBackgroundTaskIdentifier.invalid then return end
  DispatchQueue.global():async(function()
    for _ = 1, pieces do
      local lock = FileLock.wait("ledger")
      work(seconds / pieces)
      lock:release()
    end
    application:endBackgroundTask(task)
  end)
end

return app
