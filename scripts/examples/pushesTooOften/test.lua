-- More than three silent pushes were sent to the app within an hour. The system starts an app by
-- one in a quarter of an hour or so, and keeps only the newest of those that wait: whoever sends
-- more of them sends them for nothing.

local function visit(t, script, send)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "remote-notification" } })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(10)
  send(phone, app)
  app:tell()
  return app
end

test("wrong: pushesTooOften", function(t)
  local app = visit(t, "wrong.lua", function(phone, app)
    for article = 1, 6 do
      app:push { article = article } -- a push for each
      phone:advance(minutes(5))
    end
  end)
  expect(app):toHaveFinding("pushesTooOften")
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua", function(phone, app)
    app:push { articles = 6 } -- one that stands for all
    phone:advance(minutes(30))
  end)
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
