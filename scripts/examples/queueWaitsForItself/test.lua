-- `sync` onto the serial queue that runs the caller, or onto the main queue from the main thread: it
-- would wait for itself for ever. A phone ends the app at once.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  phone:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: queueWaitsForItself", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("queueWaitsForItself", 7)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
