-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  phone:server { host = "api.example" }
  local app = phone:install(script, { id = "app" })
  phone:network("none")
  app:open()
  phone:advance(10)
  app:home()
  app:forceQuit()
  phone:advance(minutes(1))
  phone:network("wifi")
  app:grantJobs()
  phone:advance(minutes(1))
  return app
end

test("the bug is seen: work that its own process replaces", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("jobReplacedAtLaunch", 10)
  expect(app.exits):toEqual { "forceQuit" }
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual { "forceQuit" }
end)
