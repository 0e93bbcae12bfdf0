-- The app was suspended in the middle of something: a request in flight, a Task asleep, a block
-- that asyncAfter has yet to run, work on a queue in the background. It stands still until the app
-- runs again, a request fails then, and what the user sent may never arrive.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", rate = KB(200) }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: workCutOff", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("workCutOff", 5)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
