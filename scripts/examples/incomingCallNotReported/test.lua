-- A VoIP push was delivered to the app behind, and its method returned, or waited for something,
-- before it had reported a call to CallKit. From iOS 13 on that ends the app; after some times it
-- gets no VoIP push any more.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "calls.example", latency = { median = 300, p95 = 400 } }
  local app = phone:install(script, { id = "app", modes = { "voip" } })
  app:open()
  app:home()
  phone:advance(minutes(5))
  app:voipPush { uuid = "7" }
  phone:advance(5)
  if app.state ~= "notRunning" then
    app:answerCall()
    phone:advance(minutes(2))
    app:endCall()
    phone:advance(minutes(1))
  end
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: incomingCallNotReported", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("incomingCallNotReported", 8)
  expect(app.exits):toEqual { "incomingCallNotReported" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
