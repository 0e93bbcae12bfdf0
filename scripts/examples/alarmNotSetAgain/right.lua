local app = {}

local function set()
  AlarmManager:setInexactRepeating(AlarmManager.RTC_WAKEUP, os.time() + hours(12),
    AlarmManager.INTERVAL_DAY, "daily word")
end

function app:onCreate()
  if SharedPreferences:getBoolean("isSet", false) then return end
  set()
  SharedPreferences:edit():putBoolean("isSet", true):apply()
end

function app:onReceive(operation)
  if operation == Intent.ACTION_BOOT_COMPLETED then set() end
  if operation == "daily word" then NotificationManager:notify(1, "Today", "serendipity") end
end

return app
