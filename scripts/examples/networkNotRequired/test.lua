-- A BGProcessingTaskRequest that does not require a network may be launched without one: requests
-- that are begun in its task fail then, until the next time.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "backup.example" }
  local app = phone:install(script, {
    id = "app", modes = { "processing" }, permittedIdentifiers = { "app.backup" },
  })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:launchTask("app.backup")
  phone:advance(minutes(2))
  app:tell()
  return app
end

test("wrong: networkNotRequired", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("networkNotRequired", 4)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
