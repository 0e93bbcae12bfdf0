-- A background task was open until its time was over, and only its expiration handler ended it:
-- nothing was under way any more that could have. A path on which the work ends, mostly that of an
-- error, does not end the task. Nothing is lost by that but time, which the app may lack later.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local server = phone:server { host = "notes.example" }
  local app = phone:install(script, { id = "app" })
  server:status(500)
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: taskHeldIdle", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("taskHeldIdle", 9)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
