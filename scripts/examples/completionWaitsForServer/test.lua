-- A request waits for 60 seconds unless it is told otherwise, and performFetch and
-- didReceiveRemoteNotification have 30. Where a server takes its time, the app is ended before it
-- hears of the timeout that it handles so well.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 50, p95 = 55 } }
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

test("wrong: completionWaitsForServer", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("completionWaitsForServer", 7)
  expect(app.exits):toEqual { "backgroundFetchTimeout" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
