-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "remote-notification" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  phone:reboot()
  phone:advance(minutes(5))
  app:push()
  phone:unlock()
  phone:advance(minutes(1))
  return app
end

test("the bug is seen: data wiped on a launch before the first unlock", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("dataProtected", 11)
  expect(app.exits):toEqual { "normal" }
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "normal" }
end)
