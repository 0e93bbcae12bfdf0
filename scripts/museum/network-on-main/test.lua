-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 25, p95 = 26 } }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(minutes(1))
  phone:home()
  phone:advance(minutes(1))
  return app
end

test("the bug is seen: a request on the main thread at launch", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("callbackTooLong", 11)
  expect(app.exits):toEqual { "watchdog" }
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
