-- More than 1,000 background tasks were open at once: the system takes the app for one that leaks
-- them, and ends it. A loop that begins a task for each of many pieces of work comes there sooner
-- than one thinks; one task may cover them all.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: tooManyTasks", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("tooManyTasks", 5)
  expect(app.exits):toEqual { "tooManyBackgroundTasks" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
