-- A tracker: on a run it asks for updates, which keep it running in the background; between runs it
-- is woken, or launched, when the device has moved far enough.
--
-- options: run (seconds that a recording lasts from opening it; default 1,800)

local options = ...
local run = options.run or 1800

local delegate = { points = 0, manager = CLLocationManager() }

function delegate:didFinishLaunching(application, launch)
  NSLog("launched: %s", launch.reason)
  self.manager:startMonitoringSignificantLocationChanges()
end

function delegate:didBecomeActive()
  if self.stops then
    return
  end
  self.manager.allowsBackgroundLocationUpdates = true
  self.manager:startUpdatingLocation()
  self.stops = os.time() + run
  Timer.scheduledTimer(run, false, function()
    self:stop()
  end)
end

function delegate:stop()
  NSLog("%d points", self.points)
  self.stops = nil
  self.points = 0
  self.manager:stopUpdatingLocation()
end

function delegate:didUpdateLocations(manager, locations)
  local place = locations[1].coordinate
  if self.stops then self.points = self.points + 1 end
  NSLog("at %.3f, %.3f%@", place.latitude, place.longitude, self.stops and "" or " (woken)")
  UserDefaults.standard:set("last", { place.latitude, place.longitude })
end

return delegate
