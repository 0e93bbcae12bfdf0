-- A process created a background session whose identifier it has already. It gets the first one
-- again, with the settings of the first: those of the second call count for nothing, its functions
-- included.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "photos.example", rate = KB(100) }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: sessionCreatedTwice", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("sessionCreatedTwice", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
