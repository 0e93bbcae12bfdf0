local app = {}

function app:onCreate()
  if SharedPreferences:getBoolean("isSet", false) then return end
  AlarmManager:setInexactRepeating(AlarmManager.RTC_WAKEUP, os.time() + hours(12),
    AlarmManager.INTERVAL_DAY, "daily word")
  SharedPreferences:edit():putBoolean("isSet", true):apply()
end

function app:onReceive(operation)
  if operation == "daily word" then NotificationManager:notify(1, "Today", "serendipity") end
end

return app
