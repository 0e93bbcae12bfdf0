-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "remote-notification" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(10)
  app:killForMemory()
  app:push()
  phone:advance(minutes(1))
  return app
end

test("the bug is seen: cleaning up only in didEnterBackground", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("lockHeldAtSuspension", 12)
  expect(app.exits):toEqual { "memoryPressure", "suspendedWithLockedFile" }
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual { "memoryPressure" }
end)
