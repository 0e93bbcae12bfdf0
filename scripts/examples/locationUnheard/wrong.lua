local app = {}

function app:didBecomeActive()
  if self.manager then return end
  self.manager = CLLocationManager()
  self.manager:startMonitoringSignificantLocationChanges()
end

function app:didUpdateLocations(manager, locations)
  NSLog("at %.1f", locations[1].coordinate.latitude)
end

return app
