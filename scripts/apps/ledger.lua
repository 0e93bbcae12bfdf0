-- One of several apps that share a ledger: it reads it when it is opened and sends it off when it is
-- left, both under a lock. It holds the lock over a slow upload, so that whoever is opened next waits.
--
-- options: careful  let go of the lock before the upload (default false)

local options = ...

local delegate = {}

function delegate:didBecomeActive(application)
  DispatchQueue.global():async(function()
    local asked = ProcessInfo.processInfo.systemUptime
    local lock = FileLock.wait("ledger")
    NSLog("the ledger is open after %.1f s", ProcessInfo.processInfo.systemUptime - asked)
    lock:release()
  end)
end

function delegate:didEnterBackground(application)
  local task, lock
  -- Once, and also when the time is over: a lock held at suspension ends the app.
  local function finish()
    if lock then
      lock:release()
    end
    application:endBackgroundTask(task)
    task = UIBackgroundTaskIdentifier.invalid
  end
  task = application:beginBackgroundTask("send", finish)
  if task == UIBackgroundTaskIdentifier.invalid then
    return
  end
  lock = FileLock.acquire("ledger")
  if not lock then
    return finish()
  end
  work(0.1) -- read it
  if options.careful then
    lock:release()
  end
  Task(function()
    URLSession.shared:data { url = "https://ledger.example/", body = MB(2), timeout = 20 }
    finish()
  end)
end

return delegate
