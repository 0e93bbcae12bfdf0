-- A job of Android's JobScheduler went on after onStartJob, and nobody called jobFinished though it
-- had no request under way and computed nothing: after 10 min, if it is expedited after 3, it is
-- stopped as soon as something needs its place, and after 30 in any case. Until then the process is
-- kept, and the time counts towards the quota of the app's bucket. A phone that dozes stops it before.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local api = phone:server { host = "api.example" }
  local app = phone:install(script, { id = "app" })
  api:down()
  app:open()
  phone:advance(10)
  app:home()
  app:grantJobs()
  phone:advance(minutes(11))
  app:tell()
  return app
end

test("wrong: jobNeverFinished", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("jobNeverFinished", 5)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
