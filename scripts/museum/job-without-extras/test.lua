-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  phone:server { host = "api.example" }
  local app = phone:install(script, { id = "app" })
  phone:network("none")
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  phone:network("wifi")
  app:grantJobs()
  phone:advance(1)
  return app
end

test("the bug is seen: a job with nothing in its extras", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("uncaughtError", 16)
  -- The job comes again, and the next process ends like this one.
  expect(app.exits[1]):toEqual("uncaughtException")
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
