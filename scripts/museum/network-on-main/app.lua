-- A request on the main thread at launch
-- Seen in jump.ios, issue 56
--
-- At launch the app asks its server for its settings and holds the main thread until the answer is
-- there. On the day when the server is slow it does not come up within 20 seconds, and the watchdog
-- ends it with 0x8badf00d.

local app = {}

function app:didFinishLaunching(application)
  work(25) -- what a synchronous request to a slow server is to the main thread
end

return app
