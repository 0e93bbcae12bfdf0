-- The app declares audio, location, bluetooth or voip and did not use it in the whole run. App
-- Review refuses apps for a mode that they do not need. This is reported when a run is over.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "audio" } })
  app:open()
  phone:advance(minutes(1))
  phone:finish()
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: modeUnused", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("modeUnused")
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
