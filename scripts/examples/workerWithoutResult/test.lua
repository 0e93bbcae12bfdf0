-- doWork returned nothing, or what is no Result. WorkManager takes that for a failure, whatever
-- doWork has done: the work is FAILED and does not come again, and what waits for it fails too.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  phone:server { host = "photos.example" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(15))
  app:grantJobs()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: workerWithoutResult", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("workerWithoutResult", 8)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
