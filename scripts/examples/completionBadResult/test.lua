-- The completion handler got a value that is no UIBackgroundFetchResult, which ends the app. There
-- are three: `.newData`, `.noData` and `.failed`.

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

test("wrong: completionBadResult", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("completionBadResult", 9)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
