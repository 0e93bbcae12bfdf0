-- After a restart the defaults are empty until the phone is unlocked, as an app sees that is
-- prewarmed before. That is no mistake of an app which can do without, or reads them again later;
-- one that takes it for a first launch, or for a user who has logged out, is wrong.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:reboot()
  phone:advance(minutes(1))
  app:prewarm()
  phone:advance(minutes(1))
  app:open()
  phone:advance(10)
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: defaultsReadLocked", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("defaultsReadLocked", 4)
  expect(app.exits):toEqual { "normal" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "normal" }
end)
