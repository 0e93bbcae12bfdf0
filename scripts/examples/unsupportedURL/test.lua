-- A request went to a URL that URLSession does not load: all that it knows here are http:// and
-- https://. It fails at once with "unsupported URL" (-1002), with or without a network. Mostly the
-- scheme was forgotten, or the URL was put together from parts of which one was missing. A
-- background session refuses such a URL by an exception at the line.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "api.example" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  app:home()
  phone:advance(minutes(2))
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: unsupportedURL", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("unsupportedURL", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
