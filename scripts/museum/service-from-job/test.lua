-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  phone:server { host = "files.example" }
  local app = phone:install(script, { id = "app", foregroundServices = { "dataSync" } })
  phone:network("none")
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  phone:network("wifi")
  app:grantJobs()
  phone:advance(20)
  return app
end

test("the bug is seen: a foreground service started by a job", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("foregroundServiceNotAllowed", 17)
  -- The job comes again, and the next process ends like this one.
  expect(app.exits[1]):toEqual("uncaughtException")
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
