-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, {
    id = "app", modes = { "fetch" }, permittedIdentifiers = { "refresh" },
  })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(15))
  app:launchTask("refresh")
  phone:advance(minutes(1))
  return app
end

test("the bug is seen: a task completed by its handler and by its work", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("taskCompletedTwice", 20)
  expect(app.exits):toEqual {}
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
