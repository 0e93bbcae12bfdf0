local app = {}

function app:onCreate()
  self.lock = PowerManager:newWakeLock(PowerManager.PARTIAL_WAKE_LOCK, "app:sync")
end

function app:onStop()
  self.lock:acquire()
  OkHttpClient():newCall("https://api.example/sync"):enqueue(function(response, error)
    if not response then return end -- and the lock?
    self.lock:release()
  end)
end

return app
