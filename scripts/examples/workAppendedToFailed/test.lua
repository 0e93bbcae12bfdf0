-- ExistingWorkPolicy.APPEND makes new work wait for that which is there of its name. Where that has
-- failed, or was cancelled, the new work fails with it at once, and so does all that comes after:
-- doWork is never called again. APPEND_OR_REPLACE begins a new chain there.

local function visit(t, script)
  local phone = t:device { os = "Android 15", doze = false }
  local server = phone:server { host = "mail.example" }
  local app = phone:install(script, { id = "app" })
  server:status(403)
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  app:grantJobs()
  phone:advance(minutes(1))
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(1))
  app:tell()
  return app
end

test("wrong: workAppendedToFailed", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("workAppendedToFailed", 4)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
