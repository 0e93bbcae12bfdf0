-- After a restart nothing that is protected can be read until the user has unlocked the phone once.
-- An app that is started before, as by a push, finds its defaults empty, and must not take that for
-- a first launch.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "remote-notification" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:reboot()
  phone:advance(minutes(1))
  app:push()
  phone:unlock()
  phone:advance(10)
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: dataProtected", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("dataProtected", 4)
  expect(app.exits):toEqual { "normal" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "normal" }
end)
