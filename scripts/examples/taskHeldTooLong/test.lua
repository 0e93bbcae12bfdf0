-- A task was open for more than 30 seconds, wherever the app was. From iOS 13 on UIKit notes it in
-- the log; it is a note, no mistake. In front a task has no use. One that is held to be safe is
-- begun too early, and is open when the app is left though nothing needs it.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(minutes(1))
  app:home()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: taskHeldTooLong", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("taskHeldTooLong", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
