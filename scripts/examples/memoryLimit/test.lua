-- The app's own memory went above its cap, and the system ended it (per-process-limit). A cache
-- that only grows does that in the end, in the background as in front.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", memoryCap = 4 * 1024 * 1024 })
  app:open()
  phone:advance(10)
  app:tell()
  return app
end

test("wrong: memoryLimit", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("memoryLimit", 5)
  expect(app.exits):toEqual { "memoryLimit" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
