-- A repeating timer stands still while the app is suspended, and fires once when it goes on. What
-- counts its firings has missed some: minutes of a workout, rounds of a poll.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(10))
  app:open()
  phone:advance(5)
  app:tell()
  return app
end

test("wrong: timerMissedFirings", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("timerMissedFirings", 5)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
