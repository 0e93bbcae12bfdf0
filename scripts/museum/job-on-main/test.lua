-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local app = phone:install(script, { id = "app" })
  phone:network("none")
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  phone:network("wifi")
  app:grantJobs()
  phone:advance(45)
  return app
end

test("the bug is seen: a job that does its work on the main thread", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("callbackTooLong", 17)
  expect(app.exits):toEqual { "watchdog" }
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
