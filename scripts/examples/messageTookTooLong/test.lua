-- A message of FCM's keeps its process for 20 s. What onMessageReceived still does then goes on only
-- until the process is frozen.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local server = phone:server { host = "photos.example" }
  local app = phone:install(script, { id = "app" })
  server:slow(9)
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  app:push { photos = { "1", "2", "3" } }
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: messageTookTooLong", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("messageTookTooLong", 3)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
