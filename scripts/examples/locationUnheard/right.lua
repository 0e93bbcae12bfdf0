local app = {}

function app:didFinishLaunching()
  self.manager = CLLocationManager()
  self.manager:startMonitoringSignificantLocationChanges()
end

function app:didUpdateLocations(manager, locations)
  NSLog("at %.1f", locations[1].coordinate.latitude)
end

return app
