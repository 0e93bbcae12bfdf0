-- A notification service extension has 30 seconds for a notification. What it has not handed
-- over by then is lost, and the notification shown as it came. Just before, the system calls
-- serviceExtensionTimeWillExpire, where the best attempt so far is handed over.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "chat.example", latency = { median = 50, p95 = 55 } }
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

test("wrong: contentHandlerNeverCalled", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("contentHandlerNeverCalled", 3)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
