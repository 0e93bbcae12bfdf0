local app = {}

local function shop(number)
  return CLCircularRegion {
    center = { latitude = 52.5 + number / 10, longitude = 13.4 }, radius = 200,
    identifier = "shop " .. number,
  }
end

function app:didFinishLaunching()
  self.manager = CLLocationManager()
  for number = 1, 20 do self.manager:startMonitoring(shop(number)) end
end

function app:didEnterRegion(manager, region) NSLog("near %s", region.identifier) end

return app
