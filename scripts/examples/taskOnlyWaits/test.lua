-- A task of BGTaskScheduler took ten seconds or more, and nothing was done in it that takes time: no
-- CPU time, no request. To hold a task only for the app to be running does not bring what was to
-- run: nothing calls the code that does the work. Seen in flutter_foreground_task, issue 374, whose
-- refresh waited for 25 s, and was over.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 15, p95 = 16 } }
  local app = phone:install(script, {
    id = "app", modes = { "processing" }, permittedIdentifiers = { "refresh" },
  })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:launchTask("refresh")
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: taskOnlyWaits", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("taskOnlyWaits", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
