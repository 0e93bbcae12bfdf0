-- The device was too hot and ended an app that ran in the background (0xc00010ff). Much of that is
-- the weather's; but an app that works on while the heat is critical adds to it. It hears of the
-- heat by thermalStateDidChange, and may put off what it does.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(5)
  phone:thermalState("critical")
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: it works on in the heat", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "thermalEvent" }
end)

test("right: it stops in time", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
  expect(app.log):toContain("the rest another time")
end)
