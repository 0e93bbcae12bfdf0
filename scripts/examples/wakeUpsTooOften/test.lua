-- The process was woken up more than 45,000 times within five minutes, 150 a second, as by a timer
-- of a few milliseconds. The phone writes a report (EXC_RESOURCE, WAKEUPS) and goes on: it ends
-- nothing, but each wake-up keeps the processor from its rest.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(minutes(5))
  app:tell()
  return app
end

test("wrong: wakeUpsTooOften", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("wakeUpsTooOften", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
