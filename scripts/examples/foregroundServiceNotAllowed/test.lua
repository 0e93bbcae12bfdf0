-- From behind an app may not bring a service to the foreground: an inexact alarm, as any that is
-- not exact, is no reason. What may wait a little is a job's.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local app = phone:install(script, { id = "app", foregroundServices = { "dataSync" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(40))
  if script == "right.lua" then app:grantJobs() end
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: foregroundServiceNotAllowed", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("foregroundServiceNotAllowed", 8)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings("notes")
end)
