-- A task of some length had no expirationHandler. When its time is over the system marks it failed
-- without a warning, and suspends the app in the middle of its work.

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
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: noExpirationHandler", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("noExpirationHandler", 10)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
