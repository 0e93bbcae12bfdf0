-- setTaskCompleted was called again for a task, mostly by its expirationHandler and then by the
-- work, which came to its end a moment later. Only the first call counts, and what it said is what
-- the system has learnt of the task.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
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
  return app
end

test("wrong: taskCompletedTwice", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("taskCompletedTwice", 15)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
