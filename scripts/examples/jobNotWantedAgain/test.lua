-- The system stops a job when what it requires is gone, or its time is over. onStopJob says whether
-- it is wanted again: with false an unfinished one is dropped, and what it was to do is not done
-- until the app schedules it anew.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  phone:server { host = "backup.example", rate = KB(500) }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  app:grantJobs()
  phone:advance(20)
  phone:network("none")
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: jobNotWantedAgain", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("jobNotWantedAgain", 17)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
