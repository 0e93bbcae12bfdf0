-- Apps that ask their server every five minutes, over LTE, on a phone that does nothing else.
local p = scenario.parameters {
  apps = { default = 6, min = 1, max = 20, help = "how many apps" },
  spread = { default = 50, min = 0, help = "seconds between their first fetches" },
}

local apps, opens = {}, {}
for index = 1, p.apps do
  apps[index] = app { id = "app-" .. index, script = "fetcher.lua", modes = { "fetch" } }
  opens[index] = { at = 10 + p.spread * (index - 1), open = "app-" .. index, lasting = 0.01 }
end

return scenario {
  title = "Apps that ask every five minutes",
  duration = hours(3),
  device = device {
    cellular = { latency = 0, rate = 1e9 },
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = 20, starts = 1000000, window = 1 },
    limits = { minimumFetchInterval = 1 },
  },
  apps = apps,
  servers = {
    server { host = "ping.example", latency = { median = 1e-6, p95 = 1e-6 }, bytes = 0 },
  },
  user = usage.schedule(opens),
  network = { { at = 0, kind = "cellular" } },
  policy = "first-come",
}
