-- An app may have 20 regions watched. What it asks for beyond that is not: monitoringDidFail says
-- so to an app that has it, and one that has not never learns why nobody tells it of the shop.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  local app = phone:install(script, { id = "app", modes = { "location" } })
  app:open()
  phone:advance(10)
  app:tell()
  return app
end

test("wrong: tooManyRegions", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("tooManyRegions", 12)
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
end)
