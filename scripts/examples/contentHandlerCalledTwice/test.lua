-- What contentHandler gets first is shown; whatever it is called with again is not, without a
-- word. Mostly a path that is done does not return.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  -- The app itself may be any: only its extension matters here.
  local chat = phone:install(script, { id = "chat" })
  local app = phone:install(script, { id = "app", serves = "chat" })
  chat:open()
  phone:advance(10)
  chat:home()
  chat:alert("New message")
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: contentHandlerCalledTwice", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("contentHandlerCalledTwice", 7)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
