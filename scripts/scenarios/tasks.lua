-- Two days with BGTaskScheduler: a chain of refreshes, and a cleanup that the charger and the night
-- decide about.
--   dormouse run scripts/scenarios/tasks.lua
--   dormouse why scripts/scenarios/tasks.lua --app cleanup --at 14:00

return scenario {
  title = "Two days of background tasks",
  duration = days(2), startsAt = "06:00",
  device = device { os = "iOS 18" },
  apps = {
    app {
      id = "news", script = "../apps/refresh-chain.lua", modes = { "fetch" },
      permittedIdentifiers = { "com.example.news.refresh" }, options = { every = hours(1) },
    },
    app {
      id = "cleanup", script = "../apps/cleanup.lua", modes = { "processing" },
      permittedIdentifiers = { "com.example.database.cleanup" }, options = { records = 4000 },
    },
  },
  servers = { server { host = "news.example", publishes = { every = minutes(40) } } },
  user = usage.schedule {
    { at = "07:00", open = "news", lasting = minutes(5) },
    { at = "07:10", open = "cleanup", lasting = minutes(2) },
    { at = "12:30", open = "news", lasting = minutes(3) },
    { at = "22:33", open = "news", lasting = minutes(4) },
    { at = { day = 2, "07:00" }, open = "news", lasting = minutes(5) },
  },
  power = {
    { at = "06:00", level = 1.0, charging = false },
    { at = "22:30", level = 0.5, charging = true },
    { at = { day = 2, "06:30" }, level = 1.0, charging = false },
  },
  policy = "first-come",
}
