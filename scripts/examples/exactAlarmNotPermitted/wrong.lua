local app = {}

function app:onCreate()
  AlarmManager:setExact(AlarmManager.RTC_WAKEUP, os.time() + hours(1), "reminder")
end

function app:onReceive(operation)
  work(1)
end

return app
