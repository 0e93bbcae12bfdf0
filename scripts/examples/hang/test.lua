-- A callback kept the main thread of an app in front for two seconds or more: it did not scroll,
-- type or answer a tap. In front that ends nothing, but users see it, and so does MetricKit.

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

test("wrong: hang", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("hang", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
