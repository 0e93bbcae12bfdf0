-- An NSLock was unlocked on a thread that does not hold it. On a phone that is undefined; Foundation
-- logs it and keeps the lock, and whoever locks next waits for ever.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  phone:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: lockNotHeld", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("lockNotHeld", 9)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
