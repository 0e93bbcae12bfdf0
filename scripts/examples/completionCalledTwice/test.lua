-- A completion handler is for one call: the second is an exception, which ends the app. A path that
-- lacks its return makes a second one, and so do two sources that each complete the fetch when they
-- are done.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 2, p95 = 3 } }
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

test("wrong: completionCalledTwice", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("completionCalledTwice", 12)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
