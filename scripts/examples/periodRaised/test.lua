-- Periodic jobs and periodic work of Android's come every 15 minutes at most: a shorter period
-- becomes that, without an error.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: periodRaised", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("periodRaised", 5)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
