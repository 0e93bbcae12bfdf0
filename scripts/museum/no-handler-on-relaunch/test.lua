-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, {
    id = "app", modes = { "fetch" }, permittedIdentifiers = { "refresh" },
  })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(60)
  app:killForMemory()
  phone:advance(minutes(15) - 60)
  -- A policy may have begun it at this moment.
  if #app.requests > 0 then app:launchTask("refresh") end
  phone:advance(minutes(1))
  return app
end

test("the bug is seen: no launch handler when the app is launched for its task", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("uncaughtError")
  expect(app.exits):toEqual { "memoryPressure", "uncaughtException" }
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual { "memoryPressure" }
end)
