-- A DispatchGroup was left more often than it was entered: two ways led to `leave` after one `enter`.
-- A phone ends the app at once.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "photos.example" }
  local app = phone:install(script, { id = "app" })
  phone:network("none")
  app:open()
  phone:advance(10)
  phone:home()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: groupUnbalanced", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("groupUnbalanced", 13)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
