-- The device was short of memory and ended this app for others: no fault of its own, and the fate
-- of most apps that rest. It gets no callback. When the user comes back it is launched anew, and
-- should look as it was left.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  app:killForMemory()
  app:open()
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: what it held is lost", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "memoryPressure" }
  expect(app.log).never:toContain("shows half a letter")
end)

test("right: nothing is lost", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "memoryPressure" }
  expect(app.log):toContain("shows half a letter")
end)
