-- submit failed, and the app did not look at why. A request is refused for an identifier or a mode
-- that the app lacks, with background refresh switched off, and when too many are pending: the task
-- never comes, and nothing says so but this error.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, {
    id = "app", modes = { "fetch" }, permittedIdentifiers = { "refresh" },
  })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: submitErrorIgnored", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("submitErrorIgnored", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
