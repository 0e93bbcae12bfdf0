-- A restart cancels all alarms. An app that wants them sets them again when it is told of the
-- restart, for which it needs the permission RECEIVE_BOOT_COMPLETED; to remember that they were set
-- once is not enough.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local app = phone:install(script, { id = "app", permissions = { "RECEIVE_BOOT_COMPLETED" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  phone:reboot()
  phone:advance(minutes(1))
  phone:unlock()
  phone:advance(minutes(1))
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: alarmNotSetAgain", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("alarmNotSetAgain", 5)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
