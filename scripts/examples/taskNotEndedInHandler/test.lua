-- When the expiration handlers have returned, each task is to be ended; the system notes those that
-- are not in its log. A handler that only dispatches the end lives by the few seconds that are
-- left, and dies where the main thread is busy.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: taskNotEndedInHandler", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("taskNotEndedInHandler", 5)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
