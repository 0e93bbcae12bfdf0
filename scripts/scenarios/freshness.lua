-- Five apps whose contents change 1, 2, 3, 4 and 5 times an hour, at random, on a phone that does
-- nothing but fetch. Which apps shall have the few fetches there are? The case is Cho and
-- Garcia-Molina's (SIGMOD 2000): their best freshness with five fetches an hour is .373889.

local p = scenario.parameters {
  hours = { default = 1000, min = 1, help = "virtual time of a run" },
}

local apps, servers, opens = {}, {}, {}
for rate = 1, 5 do
  local host = "changes-" .. rate .. ".example"
  apps[rate] = app {
    id = "changes-" .. rate, script = "../apps/news.lua", modes = { "fetch" },
    options = { host = host },
  }
  -- Each is opened for a moment at the start, and from then on waits for its turns.
  opens[rate] = { at = rate / 10, open = "changes-" .. rate, lasting = 0.05 }
  servers[rate] = server {
    host = host, latency = { median = 0.001, p95 = 0.001 }, publishes = { perHour = rate },
  }
end

return scenario {
  title = "Five apps that change 1 to 5 times an hour",
  duration = hours(p.hours),
  device = device {
    os = "iOS 13",
    -- Neither time nor slots are short: how many fetches there are is for the policy to say.
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = 5, starts = 1000000, window = 1 },
    limits = { minimumFetchInterval = 1 },
  },
  apps = apps,
  servers = servers,
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
  policy = "freshness-optimal{fetchesPerHour=5}",
}
