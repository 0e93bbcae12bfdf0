-- A request is for one launch. An app that wants to refresh again and again submits the next one at
-- each; where one path of its handler forgets that, the chain is broken and no refresh ever comes
-- again.

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

test("wrong: chainEnded", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("chainEnded", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
