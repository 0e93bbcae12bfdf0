-- endBackgroundTask got an identifier that is not open: it was ended before, or never begun. The
-- call has no effect, but an identifier that is kept after its task has ended may one day end a
-- task of somebody else. To end `.invalid` is safe.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 50, p95 = 55 } }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: taskEndedTwice", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("taskEndedTwice", 5)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
