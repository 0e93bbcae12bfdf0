-- The app in front waited for a lock that this app held in the background: a priority inversion.
-- The user looks at an app that hangs for one that is out of sight.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local other = phone:install("other.lua")
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(0.5)
  other:open()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: frontKeptWaiting", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("frontKeptWaiting", 12)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
