-- In the background the app took over 80 % of a processor for a minute, or for three with a task
-- open: the system ends it (EXC_RESOURCE). Long work belongs to a processing task on the charger,
-- or to the time when the app is in front.

local function visit(t, script)
  local phone = t:device { os = "iOS 13", backgroundTime = 240 }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(5))
  app:tell()
  return app
end

test("wrong: cpuLimit", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("taskHeldTooLong", 9)
  expect(app):toHaveFinding("cpuLimit", 11)
  expect(app.exits):toEqual { "cpuLimit" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
