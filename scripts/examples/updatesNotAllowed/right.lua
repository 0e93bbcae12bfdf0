local app = { manager = CLLocationManager() }

function app:didBecomeActive()
  self.manager.allowsBackgroundLocationUpdates = true
  self.manager:startUpdatingLocation()
end

return app
