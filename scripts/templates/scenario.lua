-- A scenario: the device, its apps, the servers they talk to, and what the user does.
-- Times are seconds; seconds(n), minutes(n), hours(n) and days(n) say so.

-- What `dormouse run FILE --set poolMinutes=5` can change.
local p = scenario.parameters {
  poolMinutes = { default = 10, help = "background time that all apps share, in minutes" },
}

return scenario {
  title = "A morning with two apps",
  duration = hours(6), startsAt = "06:00", seed = 1,
  device = device {
    os = "iOS 26",
    pool = { capacity = minutes(p.poolMinutes), refill = 25, refillEvery = minutes(30) },
    fetchSlots = { concurrent = 1, starts = 12, window = hours(1) },
  },
  apps = {
    -- `count` makes copies: mine-1, mine-2.
    app { id = "mine", script = "app.lua", modes = { "fetch" }, count = 2 },
  },
  servers = {
    server {
      host = "server.example", latency = { median = 0.2, p95 = 1.5 }, fails = 0.02,
      publishes = { every = minutes(20) },
    },
  },
  user = usage.schedule {
    { at = "06:35", open = "mine-1", lasting = minutes(3) },
    { at = "08:15", open = "mine-2", lasting = minutes(1) },
    { at = "10:05", open = "mine-1", lasting = minutes(5) },
  },
  network = {
    { at = "06:00", kind = "wifi" }, { at = "08:00", kind = "cellular" },
    { at = "08:20", kind = "none" }, { at = "08:30", kind = "wifi" },
  },
  power = { { at = "06:00", level = 1.0, charging = true }, { at = "07:00", charging = false } },
  policy = "ios-like", -- `dormouse policies` lists them; --policy overrides
}
