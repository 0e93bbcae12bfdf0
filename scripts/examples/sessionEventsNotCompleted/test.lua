-- The app was started for the transfers of a background session and did not call the completion
-- handler of handleEventsForBackgroundURLSession within 30 seconds: the system ends it with
-- 0x2182bad3.

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
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: sessionEventsNotCompleted", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("sessionEventsNotCompleted", 7)
  expect(app.exits):toEqual { "backgroundSessionTimeout" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
