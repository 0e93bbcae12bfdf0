-- What an extension gives to contentHandler is shown, and the extension is suspended: it has no
-- more time. Work that still goes on is cut off, and goes on with the next notification, if
-- there is one.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "chat.example", latency = { median = 5, p95 = 6 } }
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

test("wrong: workAfterContentHandler", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("workAfterContentHandler", 4)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
