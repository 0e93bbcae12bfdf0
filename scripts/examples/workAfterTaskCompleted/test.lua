-- setTaskCompleted tells the system that all is done: it suspends the app. Work that still goes on
-- is cut off, and goes on when the app happens to run again.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 5, p95 = 6 } }
  local app = phone:install(script, {
    id = "app", modes = { "fetch" }, permittedIdentifiers = { "refresh" },
  })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(15))
  app:launchTask("refresh")
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: workAfterTaskCompleted", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("workAfterTaskCompleted", 14)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
