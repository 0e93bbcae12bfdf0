-- Two apps, whose contents change once and nine times an hour on average, at random, on a phone
-- that does nothing but fetch.
local p = scenario.parameters {
  hours = { default = 400, min = 1, help = "virtual time of a run" },
}

local apps, servers, opens = {}, {}, {}
for index, id in ipairs { "slow", "fast" } do
  local host = id .. ".example"
  apps[index] = app {
    id = id, script = "reader.lua", modes = { "fetch" }, options = { host = host },
  }
  servers[index] = server {
    host = host, publishes = { perHour = id == "slow" and 1 or 9 },
    latency = { median = 0.001, p95 = 0.001 },
  }
  -- Each is opened for a moment at the start, and from then on waits for its turns.
  opens[index] = { at = index, open = id, lasting = 0.5 }
end

return scenario {
  title = "Two apps that change once and nine times an hour",
  duration = hours(p.hours), seed = 2,
  device = device {
    os = "iOS 13",
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = 2, starts = 1000000, window = 1 },
    limits = { minimumFetchInterval = 1 },
  },
  apps = apps,
  servers = servers,
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
  policy = "spread.lua",
}
