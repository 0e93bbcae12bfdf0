-- The app has said that a push or a fetch is handled, on Android that a worker or a job is done,
-- and what it had begun for that was still under way: it was suspended in the middle of it. The
-- system gives time until the app says that it is done, and no longer.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local server = phone:server { host = "chat.example" }
  local app = phone:install(script, { id = "app", modes = { "remote-notification" } })
  server:slow(5)
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:push { text = "hello" }
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: workAfterCompletion", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("workAfterCompletion", 4)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
