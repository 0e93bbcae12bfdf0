-- A request went to a host that the scenario or the test has no server for. It fails as on a phone
-- where the name cannot be found (-1003), which is mostly a mistake of the URL.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: hostWithoutServer", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("hostWithoutServer", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
