-- Android's own calls take milliseconds; here all times are in seconds, and 900000 is ten days. A time
-- is told of that is far too long in seconds, and likely in milliseconds. It is taken as it is.

local function visit(t, script)
  local phone = t:device { os = "Android 15" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(hours(1))
  app:tell()
  return app
end

test("wrong: timeInMilliseconds", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("timeInMilliseconds", 5)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings("notes")
end)
