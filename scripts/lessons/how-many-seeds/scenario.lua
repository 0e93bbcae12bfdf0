-- A day of somebody who uses six apps, which have something new about every hour. The phone starts
-- two fetches an hour. Another seed is another day: other opens, other news.
local apps, servers = {}, {}
for index = 1, 6 do
  local host = "app-" .. index .. ".example"
  apps[index] = app {
    id = "app-" .. index, script = "reader.lua", modes = { "fetch" }, options = { host = host },
  }
  servers[index] = server { host = host, publishes = { perHour = 1 } }
end

return scenario {
  title = "A day with six apps",
  duration = days(1),
  device = device {
    os = "iOS 13",
    pool = { capacity = hours(1) },
    fetchSlots = { concurrent = 1, starts = 2, window = hours(1) },
  },
  apps = apps,
  servers = servers,
  user = usage.habits {},
  policy = "first-come",
}
