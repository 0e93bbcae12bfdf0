local app = {}

function app:onCreate()
  local at = os.time() + hours(1)
  if AlarmManager:canScheduleExactAlarms() then
    AlarmManager:setExact(AlarmManager.RTC_WAKEUP, at, "reminder")
  else
    AlarmManager:setWindow(AlarmManager.RTC_WAKEUP, at, minutes(10), "reminder")
  end
end

function app:onReceive(operation)
  work(1)
end

return app
