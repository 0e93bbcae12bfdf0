-- The app was started for the transfers of a background session, and called the completion handler
-- of handleEventsForBackgroundURLSession before it had got their results. With that call it says
-- that all is done: it may be suspended at once, and hears of its transfers when it runs again.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "photos.example", rate = KB(100) }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(5))
  app:grantTransfers()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: sessionEventsCompletedEarly", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("sessionEventsCompletedEarly", 12)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
