-- A task of URLSession does nothing before resume, a call of OkHttp before execute or enqueue, and so
-- with chains of work, jobs and editors of preferences. A line of which nothing that it makes is ever
-- started is told when a run is over.

local function visit(t, script)
  local phone = t:device { os = "iOS 26" }
  phone:server { host = "mail.example" }
  local app = phone:install(script, { id = "app" })
  app:open()
  phone:advance(10)
  phone:finish()
  app:tell()
  for _, line in ipairs(app.log) do print("  it prints: " .. line) end
  return app
end

test("wrong: madeNotStarted", function(t)
  local app = visit(t, "wrong.lua")
  expect(app):toHaveFinding("madeNotStarted", 4)
  expect(app.exits):toEqual {}
end)

test("right: no finding", function(t)
  local app = visit(t, "right.lua")
  expect(app):toHaveNoFindings("notes")
  expect(app.exits):toEqual {}
end)
