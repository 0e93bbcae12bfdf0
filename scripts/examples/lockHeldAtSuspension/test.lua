-- A file in a container that apps share, as a database, was locked when the app was suspended:
-- nobody could get the lock while it rests, so the system ends it with 0xdead10cc.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: lockHeldAtSuspension", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("lockHeldAtSuspension", 4)
  expect(app.exits):toEqual { "suspendedWithLockedFile" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
