-- From Android 15 on services of the type dataSync have 6 hours while their app is behind. Then
-- onTimeout is called, and one that has not stopped 10 s later ends the app.

local function visit(t, script)
  local phone = t:device { os = "Android 15" }
  local app = phone:install(script, { id = "app", foregroundServices = { "dataSync" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(hours(7))
  app:tell()
  return app
end

test("wrong: foregroundServiceTimedOut", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("foregroundServiceTimedOut", 4)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings("notes")
end)
