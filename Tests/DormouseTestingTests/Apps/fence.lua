local manager = CLLocationManager()
local app = {}

function app:didFinishLaunching()
  manager:startMonitoring(CLCircularRegion {
    center = { latitude = 50, longitude = 8 }, radius = 100, identifier = "home" })
  manager:startMonitoringSignificantLocationChanges()
  CBCentralManager():connect("belt")
end

function app:didUpdateLocations() print("moved") end
function app:didEnterRegion(from, region) print("enters " .. region.identifier) end
function app:didExitRegion(from, region) print("leaves " .. region.identifier) end
function app:didUpdateValue(from, accessory) print(accessory) end
function app:didConnect(from, accessory)
  if self.isLost then print(accessory .. " is back") end
end
function app:didDisconnectPeripheral(central, accessory, error)
  print(accessory .. " is lost: " .. error.code)
  self.isLost = true
  central:connect(accessory)
end
function app:didReceiveMemoryWarning() print("warned") end
function app:thermalStateDidChange() print(ProcessInfo.processInfo.thermalState) end

return app
