-- A wake lock that is not released on every path is held until the process ends. Of a process that is
-- frozen it does nothing; where a service keeps the process running, it costs the battery.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local app = phone:install(script, { id = "app" })
  phone:server { host = "api.example" }
  phone:network("none")
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: wakeLockHeld", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("wakeLockHeld", 4)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings("notes")
end)
