-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "remote-notification" } })
  app:open()
  phone:advance(10)
  phone:lock()
  phone:advance(hours(4))
  app:push()
  phone:advance(hours(4))
  phone:unlock()
  phone:advance(minutes(1))
  return app
end

test("the bug is seen: logged out while the phone is locked", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("dataProtected", 13)
  expect(app.log):toEqual { "logged in", "logged out", "logged in" }
  expect(app.exits):toEqual {}
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.log):toEqual { "logged in" }
  expect(app.exits):toEqual {}
end)
