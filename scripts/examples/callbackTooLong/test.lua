-- A callback kept the main thread beyond its limit: 20 seconds for a launch, 5 for
-- didEnterBackground, 10 for the other moves, 20 for anything else in the background. The watchdog
-- ends the app with 0x8badf00d.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: callbackTooLong", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("callbackTooLong", 4)
  expect(app.exits):toEqual { "watchdog" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
