-- A process was begun for a job of JobScheduler's, or for work of WorkManager's, and its onCreate
-- put another in the place of that. Where the next has to wait too, its process does the same, and
-- the work is never done.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  app:forceQuit()
  phone:advance(minutes(31))
  app:grantJobs()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: jobReplacedAtLaunch", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("jobReplacedAtLaunch", 5)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
