local app = {}

function app:onCreate()
  self.lock = PowerManager:newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "app:sync")
end

function app:onStop()
  self.lock:acquire(minutes(1)) -- whatever becomes of the call
  OkHttpClient():newCall("https://api.example/sync"):enqueue(function(response, error)
    if self.lock:isHeld() then self.lock:release() end
  end)
end

return app
