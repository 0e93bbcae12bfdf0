-- The fetch was completed, but took over nine tenths of the time that it may take. On a slower
-- network, or with a little more to load, the app would have been ended for it.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 28, p95 = 28.1 } }
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

test("wrong: fetchNearLimit", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("fetchNearLimit", 9)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
