-- A sensor's app with the bluetooth mode: each value that the belt sends wakes it for some seconds.

local delegate = { central = CBCentralManager() }

function delegate:didFinishLaunching(application, launch)
  NSLog("launched: %s", launch.reason)
  self.central:connect("belt")
end

function delegate:didUpdateValue(central, accessory)
  local values = (UserDefaults.standard:value(accessory) or 0) + 1
  UserDefaults.standard:set(accessory, values)
  NSLog("value %d of the %s", values, accessory)
end

return delegate
