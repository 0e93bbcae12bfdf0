-- The app declares a mode and lacks the method that the system calls for it. It is started for
-- nothing, and is ended because nothing completes what it was started for.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "remote-notification" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: modeWithoutMethod", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("modeWithoutMethod", 5)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
