-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "iOS 7" }
  phone:server { host = "api.example", latency = { median = 1, p95 = 2 } }
  local app = phone:install(script, { id = "app", modes = { "fetch" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(15) - 10)
  app:grantFetch()
  phone:advance(minutes(2))
  return app
end

test("the bug is seen: the completion handler of a fetch is not called on every path", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("completionNeverCalled", 14)
  expect(app.exits):toEqual { "backgroundFetchTimeout" }
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
