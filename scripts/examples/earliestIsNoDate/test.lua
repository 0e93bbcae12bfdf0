-- earliestBeginDate is a moment, in seconds as os.time() has them, and not a time from now. A date
-- that lies before all others has passed: the task may begin at once, over and over.

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

test("wrong: earliestIsNoDate", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("earliestIsNoDate", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
