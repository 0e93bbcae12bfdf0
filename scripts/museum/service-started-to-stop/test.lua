-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local app = phone:install(script, { id = "app", foregroundServices = { "dataSync" } })
  app:open()
  phone:advance(10)
  return app
end

test("the bug is seen: a service that is started to be stopped", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("foregroundServiceNotStarted", 10)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
