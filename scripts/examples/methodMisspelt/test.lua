-- A method of the delegate has nearly a callback's name, and the callback itself is missing: the
-- system calls methods by their names, and this one never.

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

test("wrong: methodMisspelt", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("methodMisspelt", 3)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
