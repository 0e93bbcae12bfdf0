-- startForegroundService is a promise: the service calls startForeground within 30 s, on every path
-- and before it stops. Here it first asks a server, which does not answer.

local function visit(t, script)
  local phone = t:device { os = "Android 15" }
  local api = phone:server { host = "api.example" }
  local app = phone:install(script, { id = "app", foregroundServices = { "dataSync" } })
  api:down()
  app:open()
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: foregroundServiceNotStarted", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("foregroundServiceNotStarted", 4)
  expect(app.exits):toEqual { "uncaughtException" }
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings("notes")
end)
