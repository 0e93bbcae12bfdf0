-- A service in the foreground has a type, from Android 14 on, and only one that the app declares:
-- in its manifest, here in foregroundServices.

local function visit(t, script)
  local phone = t:device { os = "Android 15" }
  local app = phone:install(script, { id = "app", foregroundServices = { "mediaPlayback" } })
  app:open()
  phone:advance(10)
  phone:home()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: foregroundServiceTypeMissing", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("foregroundServiceTypeMissing", 8)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings("notes")
end)
