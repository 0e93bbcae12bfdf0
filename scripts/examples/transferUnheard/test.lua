-- A transfer was done, and nobody was there to hear of it: the session has no didComplete. Tasks of
-- a background session can have no completion handler, which would end with the process.

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

test("wrong: transferUnheard", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("transferUnheard", 4)
  expect(app.exits):toEqual { "memoryPressure" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "memoryPressure" }
end)
