-- The app did in the background what it lacks the mode for: it played, or was connected to an
-- accessory. Without the mode it is suspended all the same, and falls silent.

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

test("wrong: useWithoutMode", function(t)
  local app = visit(t, "wrong.lua", { id = "app" })
  expect(app):toHaveFinding("useWithoutMode", 3)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua", { id = "app", modes = { "audio" } })
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
