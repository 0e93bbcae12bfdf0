-- beginBackgroundTask may refuse: it returns `.invalid` where the device gives no time. An app that
-- does not look begins its work all the same, and is suspended in the middle of it a moment later.

local function visit(t, script)
  local phone = t:device { os = "iOS 26", multitasking = false }
  phone:server { host = "api.example", latency = { median = 50, p95 = 55 } }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: refusedTaskUsed", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("refusedTaskUsed", 6)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
