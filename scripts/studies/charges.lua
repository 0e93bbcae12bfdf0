-- A reader whose content always changes, and charges that come at random, one an hour: each open of
-- the other app stands for one.

local p = scenario.parameters {
  hours = { default = 1000, min = 1, help = "virtual time of a run" },
}

local opens, at = { { at = 1, open = "reader", lasting = 0.05 } }, 10
while true do
  at = at + 0.01 - hours(1) * math.log(1 - math.random())
  if at > hours(p.hours) then break end
  opens[#opens + 1] = { at = at, open = "charge", lasting = 0.005 }
end

return scenario {
  title = "Fetches on charges",
  duration = hours(p.hours),
  device = device {
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = 5, starts = 1000000, window = 1 },
    limits = { minimumFetchInterval = 1 },
    wifi = { latency = 0, rate = 1e9 },
  },
  apps = {
    app {
      id = "reader", script = "looker.lua", modes = { "fetch", "remote-notification" },
      options = { host = "now.example", fetches = true, unit = 0 }, follows = { "now.example" },
    },
    app {
      id = "charge", script = "fetcher.lua", modes = { "fetch" }, options = { every = days(1000) },
    },
  },
  servers = {
    server {
      host = "now.example", latency = { median = 1e-6, p95 = 1e-6 },
      -- Half of it is what content is older than its fetch, in the mean.
      publishes = { every = 20 }, itemBytes = 0, bytes = 0,
    },
  },
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
  policy = "first-come",
}
