local app = { manager = CLLocationManager() }

function app:didBecomeActive() self.manager:startUpdatingLocation() end

return app
