-- A weekday of one user with thirteen apps of eight kinds, from midnight to midnight: Wi-Fi at home,
-- cellular on the way and at work, a tunnel without network, the charger at night.

local p = scenario.parameters {
  poolMinutes = {
    default = 10, min = 0,
    help = "size of the pool of background time; it comes back once in twelve hours",
  },
  sessions = { default = 17.4, min = 0, help = "times a day the user picks the phone up" },
  slots = { default = 3, min = 0, help = "fetches that may run at once" },
}

return scenario {
  title = "A weekday with thirteen apps",
  duration = hours(24),
  startsAt = "00:00",
  seed = 12,
  device = device {
    os = "iOS 13",
    pool = {
      capacity = minutes(p.poolMinutes), refill = minutes(p.poolMinutes) / 24,
      refillEvery = minutes(30),
    },
    fetchSlots = { concurrent = p.slots, starts = 12, window = hours(1) },
    memory = 2048,
  },
  apps = {
    app { id = "news", script = "../apps/news.lua", modes = { "fetch" }, memory = { 220, 120, 60 } },
    app {
      id = "weather", script = "../apps/news.lua", modes = { "fetch" },
      options = { host = "weather.example", interval = hours(1) },
    },
    app {
      id = "stocks", script = "../apps/news.lua", modes = { "fetch" },
      options = { host = "stocks.example" },
    },
    app { id = "mail", script = "../apps/mail.lua", modes = { "fetch" } },
    app {
      id = "work-mail", script = "../apps/mail.lua", modes = { "fetch" },
      options = { host = "work.example", wrote = 0.6 },
    },
    app { id = "chat", script = "../apps/chat.lua", modes = { "fetch" }, memory = { 180, 90, 50 } },
    app {
      id = "family", script = "../apps/chat.lua", modes = { "fetch" },
      options = { host = "family.example" },
    },
    app {
      id = "photos", script = "../apps/uploader.lua", count = 2, memory = { 400, 150, 90 },
    },
    app { id = "podcast", script = "../apps/podcast.lua", modes = { "audio" } },
    app { id = "puzzle", script = "../apps/game.lua", memory = { 600, 200, 150 } },
    app { id = "notes", script = "../apps/cookbook-corrected.lua" },
    app { id = "coupons", script = "../apps/leaky.lua" },
  },
  servers = {
    server {
      host = "news.example", latency = { median = 0.2, p95 = 1.5 }, rate = MB(2), fails = 0.01,
      publishes = { every = minutes(10) },
    },
    server {
      host = "weather.example", latency = { median = 0.3, p95 = 1 }, publishes = { every = hours(1) },
    },
    server {
      host = "stocks.example", latency = { median = 0.1, p95 = 0.5 }, publishes = { perHour = 20 },
    },
    server {
      host = "mail.example", latency = { median = 0.25, p95 = 2 }, fails = 0.02,
      publishes = { perHour = 3 },
    },
    server {
      host = "work.example", latency = { median = 0.4, p95 = 3 }, fails = 0.02,
      publishes = { perHour = 6 },
    },
    server { host = "chat.example", latency = { median = 0.1, p95 = 0.6 }, publishes = { perHour = 8 } },
    server {
      host = "family.example", latency = { median = 0.1, p95 = 0.6 }, publishes = { perHour = 2 },
    },
    server {
      host = "photos.example", latency = { median = 0.3, p95 = 1.5 }, rate = MB(1), fails = 0.03,
    },
    server {
      host = "podcasts.example", latency = { median = 0.3, p95 = 1 }, publishes = { at = { hours(6) } },
    },
  },
  user = usage.habits {
    sessionsPerDay = p.sessions,
    apps = {
      chat = 10, family = 6, mail = 6, ["work-mail"] = 5, news = 6, weather = 3, stocks = 2,
      ["photos-1"] = 4, ["photos-2"] = 2, podcast = 3, puzzle = 3, notes = 3, coupons = 1,
    },
  },
  network = {
    { at = "00:00", kind = "wifi" },
    { at = "08:10", kind = "cellular" },
    { at = "08:25", kind = "none" },
    { at = "08:31", kind = "cellular" },
    { at = "18:05", kind = "none" },
    { at = "18:12", kind = "cellular" },
    { at = "18:40", kind = "wifi" },
  },
  power = {
    { at = "00:00", level = 0.7, charging = true },
    { at = "02:00", level = 1.0 },
    { at = "07:00", charging = false },
    { at = "12:00", level = 0.7 },
    { at = "17:00", level = 0.4 },
    { at = "20:00", level = 0.25 },
    { at = "21:30", level = 0.18 },
    { at = "23:00", charging = true },
  },
  policy = "fair-share",
}
