-- From Android 14 on an app that declares SCHEDULE_EXACT_ALARM has the permission only where the user
-- gives it: without it an exact alarm is an exception.

local function visit(t, script)
  local phone = t:device { os = "Android 15" }
  local app = phone:install(script, { id = "app", permissions = { "SCHEDULE_EXACT_ALARM" } })
  app:open()
  phone:advance(10)
  phone:home()
  phone:advance(hours(2))
  app:tell()
  return app
end

test("wrong: exactAlarmNotPermitted", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("exactAlarmNotPermitted", 4)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings("notes")
end)
