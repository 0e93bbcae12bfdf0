-- Five apps whose contents change 1, 2, 3, 4 and 5 times an hour, at random. Changes may be told by
-- silent pushes, with a probability, and pushes may come that tell of none. A fetch holds its slot
-- for ten seconds times the harmonic number of the items that it finds, LambdaCrawl's penalty, so
-- that slots held tell what that is in the mean: random fetches see what holds at all times.

local p = scenario.parameters {
  hours = { default = 500, min = 1, help = "virtual time of a run" },
  fetches = { default = true, help = "apps fetch; else they hear of pushes only" },
  told = { default = 0, min = 0, max = 1, help = "probability that a change is told" },
  byRate = { default = false, help = "told with the probability 1 / rate instead" },
  copies = { default = 1, min = 1, help = "of each app" },
  unit = { default = 10, min = 0, help = "seconds that the harmonic number counts" },
  false_ = { default = 0, min = 0, help = "pushes an hour to each app that tell of no change" },
}

local function atRandom(perHour, add)
  local at = 1
  while perHour > 0 do
    at = at - hours(1) / perHour * math.log(1 - math.random())
    if at > hours(p.hours) then break end
    add(at)
  end
end

local apps, servers, opens, pushes = {}, {}, {}, {}
for rate = 1, 5 do
  local id, host = "changes-" .. rate, "changes-" .. rate .. ".example"
  local changes = {}
  local told = p.byRate and 1 / rate or p.told
  atRandom(rate, function(at)
    changes[#changes + 1] = at
    if math.random() < told then pushes[#pushes + 1] = { to = id, at = at } end
  end)
  atRandom(p.false_, function(at) pushes[#pushes + 1] = { to = id, at = at } end)
  apps[rate] = app {
    id = id, count = p.copies > 1 and p.copies or nil, script = "looker.lua",
    modes = { "fetch", "remote-notification" },
    options = { host = host, fetches = p.fetches, unit = p.unit }, follows = { host },
  }
  -- Each is opened for a moment at the start, and from then on waits for its turns.
  for copy = 1, p.copies do
    opens[#opens + 1] = {
      at = (rate * p.copies + copy) / 10, lasting = 0.05,
      open = p.copies > 1 and id .. "-" .. copy or id,
    }
  end
  servers[rate] = server {
    host = host, latency = { median = 1e-6, p95 = 1e-6 }, publishes = { at = changes },
  }
end

return scenario {
  title = "Five apps that change 1 to 5 times an hour",
  duration = hours(p.hours),
  device = device {
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = 5 * p.copies, starts = 1000000, window = 1 },
    limits = { fetch = hours(1), minimumFetchInterval = 1, pushInterval = 0.001 },
    wifi = { latency = 0 },
  },
  apps = apps, servers = servers, pushes = pushes,
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
  policy = "first-come",
}
