-- The app registers a launch handler for an identifier that its Info.plist (here:
-- permittedIdentifiers) does not have. register returns false, and no request for it is ever
-- accepted.

local function visit(t, script, keys)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, keys)
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: identifierNotPermitted", function(t)
  local app = visit(t, "wrong.lua", { id = "app", modes = { "fetch" } })
  expect(app):toHaveFinding("identifierNotPermitted", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua", {
    id = "app", modes = { "fetch" }, permittedIdentifiers = { "refresh" },
  })
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
