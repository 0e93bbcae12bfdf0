-- A drawn person with as many apps as LSApp has seen on its 292 people. No device is needed to look at
-- people:
--   dormouse users scripts/scenarios/people.lua
--   dormouse users scripts/scenarios/people.lua --set calibration=dpi --days 1 --people 2000
-- scripts/people holds each calibration against the figures that it is for.

local p = scenario.parameters {
  calibration = {
    default = "lsapp", choices = { "lsapp", "phone", "dpi" }, help = "after whom people are drawn",
  },
  habit = { default = 1, min = 0, max = 2, help = "strength of their habits: 0 none, 2 double" },
  apps = { default = 87, min = 1, max = 1000, help = "how many apps are installed" },
}

return scenario {
  title = "A drawn person",
  duration = days(15),
  device = device { os = "iOS 13", pool = { capacity = minutes(10) } },
  apps = { app { id = "app", script = "../apps/news.lua", modes = { "fetch" }, count = p.apps } },
  servers = {
    server {
      host = "news.example", latency = { median = 0.2, p95 = 1.5 },
      publishes = { every = minutes(20) },
    },
  },
  user = usage.people { calibration = p.calibration, habit = p.habit },
  policy = "likely-next",
}
