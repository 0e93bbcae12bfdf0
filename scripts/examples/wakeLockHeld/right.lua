local app = {}

function app:onCreate()
  self.lock = PowerManager:newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "app:sync")
end

function app:onStop()
  self.lock:acquire(5) -- whatever becomes of the call
  local sync = { url = "https://api.example/sync", timeout = 5 }
  OkHttpClient():newCall(sync):enqueue(function(response, error)
    if self.lock:isHeld() then self.lock:release() end
  end)
end

return app
