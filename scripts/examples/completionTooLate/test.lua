-- The completion handler would have been called, but not within the 30 seconds that a fetch or
-- a push has: the app was still at work then, and is ended. The time is the same however much
-- there is to do, so long work is cut into pieces that fit.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "fetch" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(15))
  app:grantFetch()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: completionTooLate", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("completionTooLate", 7)
  expect(app.exits):toEqual { "backgroundFetchTimeout" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
