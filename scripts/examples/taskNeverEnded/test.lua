-- A background task keeps the app running after it was left, for some 30 seconds. Five seconds
-- before they are over the system calls the task's expiration handler; a task that is still open at
-- the end ends the process without further notice: with 0x8badf00d to iOS 12, with 0x2182bad2 from
-- iOS 13 on. A task without a handler cannot be ended in time, and one that is ended on some paths
-- only is a crash on the others.

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

test("wrong: taskNeverEnded", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("taskNeverEnded", 4)
  expect(app.exits):toEqual { "backgroundTaskAssertionTimeout" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
