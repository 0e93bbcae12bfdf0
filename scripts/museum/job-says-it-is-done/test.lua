-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local server = phone:server { host = "api.example" }
  local app = phone:install(script, { id = "app" })
  phone:network("none")
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  server:slow(20)
  phone:network("wifi")
  app:grantJobs()
  phone:advance(minutes(1))
  return app
end

test("the bug is seen: a job that says it is done while its request is under way", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("workAfterCompletion", 18)
  expect(app.exits):toEqual {}
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
