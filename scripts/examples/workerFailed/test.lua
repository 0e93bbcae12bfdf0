-- doWork ended by an error. WorkManager catches and logs it, so that no crash is reported: the work
-- is FAILED, as if doWork had returned Result.failure(), and what waits for it fails too. It does
-- not come again, but for periodic work.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local server = phone:server { host = "photos.example" }
  local app = phone:install(script, { id = "app" })
  server:down()
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(15))
  app:grantJobs()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: workerFailed", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("workerFailed", 11)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
