-- The app has the mode fetch and performFetch, but never said how often it wants to fetch. The
-- default is never: performFetch is not called, and nothing says so.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 2, p95 = 3 } }
  local app = phone:install(script, { id = "app", modes = { "fetch" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: fetchIntervalNeverSet", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("fetchIntervalNeverSet", 3)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
