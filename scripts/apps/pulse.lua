-- A sensor's app with the bluetooth mode: each value that the belt sends wakes it for some seconds.
-- The identifier has the system launch it for a value where it has ended it.

local delegate = { central = CBCentralManager { restoreIdentifier = "pulse" } }

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
