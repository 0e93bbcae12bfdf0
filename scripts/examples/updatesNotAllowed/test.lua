-- Location updates ran when the app was suspended, and stopped with it: the mode alone does not
-- keep it running since iOS 9, the app has to allow updates in the background too.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "location" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: updatesNotAllowed", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("updatesNotAllowed", 3)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
