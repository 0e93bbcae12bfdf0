-- A service that is started to be stopped
-- Seen in notifee, pull request 1201
--
-- What stops the service is sent as one more start of it. Where the service does not run, that start is
-- its first: it stops itself, and has never called startForeground.

local app = {}

function app:onStart()
  startForegroundService("stop") -- nothing is left to be done
end

function app:onStartCommand(action, startId)
  if action == "stop" then return stopSelf() end
  startForeground(ServiceInfo.FOREGROUND_SERVICE_TYPE_DATA_SYNC)
  thread(function() work(20) stopSelf(startId) end)
end

return app
