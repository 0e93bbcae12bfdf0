-- performFetch and didReceiveRemoteNotification get a completion handler and 30 seconds. An app
-- that has not called it by then is ended with 0x2182bad4, whatever the state of its work. Mostly
-- one path of several is forgotten: the one without news, or the one with an error.

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

test("wrong: completionNeverCalled", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("completionNeverCalled", 7)
  expect(app.exits):toEqual { "backgroundFetchTimeout" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
