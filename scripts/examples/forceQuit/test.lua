-- The user swiped the app away. willTerminate is called only if it runs at that moment, which an
-- app that was left a minute ago does not; and nothing starts it in the background until the user
-- opens it again.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  app:forceQuit()
  app:open()
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: what it held is lost", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "forceQuit" }
  expect(app.log).never:toContain("shows half a letter")
end)

test("right: nothing is lost", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "forceQuit" }
  expect(app.log):toContain("shows half a letter")
end)
