-- The app may use an identifier, and registers no launch handler for it. If a request of an earlier
-- version is pending, the app is launched for it, has no handler, and ends by an exception.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, {
    id = "app", modes = { "fetch" }, permittedIdentifiers = { "refresh" },
  })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: identifierNeverRegistered", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("identifierNeverRegistered", 3)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
