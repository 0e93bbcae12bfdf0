-- The same in Lua: swift package dormouse test Tests
test("the upload ends its task when time runs out", function(t)
  local phone = t:device { os = "iOS 26" }
  local server = phone:server { host = "photos.example", latency = { median = 0.1, p95 = 0.4 } }
  local app = phone:install("photos.lua", { modes = { "fetch" } })
  server:slow(60)
  app:open()
  app:home()
  expect(app.tasks):toEqual { "upload" }
  phone:advance(minutes(2))
  expect(app.tasks):toBeEmpty()
  expect(app):toHaveNoFindings()
  expect(app.exits):toEqual {}
end)
