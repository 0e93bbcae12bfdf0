-- Two threads cancel requests of BGTaskScheduler, and nothing keeps them apart: no serial queue, no
-- lock. Where the two calls meet within BGTaskScheduler the app is ended by an exception, on some
-- launches and not on others. Seen in expo-background-task, pull request 44666, which put the calls
-- on a queue of their own. The app here survives, since its threads take turns.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, {
    id = "app", modes = { "processing" }, permittedIdentifiers = { "refresh" },
  })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: schedulerRace", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("schedulerRace", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
