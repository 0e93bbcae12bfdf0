-- The app has the method for silent pushes and does not declare the mode: in the background the
-- system never calls it.

local function visit(t, script, keys)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, keys)
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: methodWithoutMode", function(t)
  local app = visit(t, "wrong.lua", { id = "app" })
  expect(app):toHaveFinding("methodWithoutMode", 3)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua", { id = "app", modes = { "remote-notification" } })
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
