-- Significant changes and regions launch an app that the system has ended. It hears where it is,
-- or which region it has come to, once it has made a CLLocationManager, and for significant changes
-- has asked for them again: in didFinishLaunching, for nobody opens it.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "location" } })
  phone:moveTo { latitude = 52.5, longitude = 13.4 }
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(10)
  app:killForMemory()
  phone:advance(minutes(10))
  phone:moveTo { north = 5000 }
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: locationUnheard", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("locationUnheard", 6)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
