-- The completion handler was called after the limit. The app lives on only because it was in front,
-- where there is no limit, or had been opened meanwhile: in the background it would have been ended.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 45, p95 = 46 } }
  local app = phone:install(script, { id = "app", modes = { "fetch" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(15))
  app:grantFetch()
  phone:advance(5)
  app:open()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: completionCalledLate", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("completionCalledLate", 9)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
