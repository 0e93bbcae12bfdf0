-- What is seen of the bug, and that its fixed twin shows none of it.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  phone:server { host = "music.example" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  return app
end

test("the bug is seen: downloads in a process that is frozen", function(t)
  local app = visit(t, "app.lua")
  app:tell()
  expect(app):toHaveFinding("workCutOff", 13)
  expect(app.exits):toEqual {}
end)

test("the fixed twin is clean", function(t)
  local app = visit(t, "fixed.lua")
  app:tell()
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
