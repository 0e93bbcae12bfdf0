-- The time of a task of BGTaskScheduler was over, its expirationHandler was called, and the task
-- was not completed within the seconds that were left: the app is ended with 0x2182bad2, and gets
-- no other task for a day.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example", latency = { median = 60, p95 = 61 } }
  local app = phone:install(script, {
    id = "app", modes = { "fetch" }, permittedIdentifiers = { "refresh" },
  })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(15))
  app:launchTask("refresh")
  phone:advance(minutes(2))
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: taskNotCompleted", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("taskNotCompleted", 10)
  expect(app.exits):toEqual { "backgroundTaskSchedulerTimeout" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
