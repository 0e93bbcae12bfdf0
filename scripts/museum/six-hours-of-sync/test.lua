-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  phone:server { host = "files.example" }
  local app = phone:install(script, { id = "app", foregroundServices = { "dataSync" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(hours(7))
  return app
end

test("the bug is seen: a service that synchronizes all day", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("foregroundServiceTimedOut", 10)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
