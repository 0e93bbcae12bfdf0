-- An error that no code caught ended the process, in front before the user's eyes. What comes from
-- outside, such as the answer of a server, must be checked before it is used.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example" }
  local app = phone:install(script, { id = "app" })
  phone:network("none")
  app:open()
  phone:advance(10)
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: uncaughtError", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("uncaughtError", 5)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
