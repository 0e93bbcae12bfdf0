-- The process ended in good order, as all do when the phone is restarted. What it held is gone:
-- timers, tasks, variables. What it has submitted and stored is kept.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, {
    id = "app", modes = { "processing" }, permittedIdentifiers = { "remind" },
  })
  app:open()
  phone:advance(10)
  phone:reboot()
  phone:unlock()
  phone:advance(minutes(30))
  if #app.requests > 0 then app:launchTask("remind") end
  phone:advance(minutes(1))
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: what it held is lost", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "normal" }
  expect(app.log).never:toContain("reminds")
end)

test("right: nothing is lost", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual { "normal" }
  expect(app.log):toContain("reminds")
end)
