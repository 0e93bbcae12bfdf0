-- The system started the app because the transfers of a background session are done, and the app
-- did not create the session in this process. Its results wait, and the app is not started for them
-- again.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "photos.example", rate = KB(100) }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(10)
  app:killForMemory()
  phone:advance(minutes(5))
  app:grantTransfers()
  phone:advance(minutes(1))
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: sessionNotCreatedAgain", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("sessionNotCreatedAgain", 4)
  expect(app.exits):toEqual { "memoryPressure" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "memoryPressure" }
end)
