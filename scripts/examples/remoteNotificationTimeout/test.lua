-- The completion handler of didReceiveRemoteNotification was not called within 30 seconds. No public
-- log shows the code: 0x2182bad4, that of a fetch, is assumed, and the trace says so (codeAssumed).

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 50, p95 = 55 } }
  local app = phone:install(script, { id = "app", modes = { "remote-notification" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(10)
  app:push()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: the system ends it", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("completionWaitsForServer", 3)
  expect(app.exits):toEqual { "remoteNotificationTimeout" }
end)

test("right: it runs on", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
