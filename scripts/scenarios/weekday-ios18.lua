-- A weekday on iOS 18, from morning to morning, with twelve apps that use each way to run in the
-- background: refreshes and a nightly cleanup by BGTaskScheduler, silent pushes, background transfers,
-- the old background fetch, background tasks, and the modes audio, location and bluetooth. The budget is
-- divided as on iOS: tasks get their time, and what the system itself starts is paid from the pool.
--   dormouse run scripts/scenarios/weekday-ios18.lua
--   dormouse run scripts/scenarios/weekday-ios18.lua --set days=14 --set readers=8
--   dormouse run scripts/scenarios/weekday-ios18.lua --policy scripts/policies/gather.lua

local p = scenario.parameters {
  days = { default = 1, min = 1, max = 1000, help = "such days, one after the other" },
  readers = { default = 0, min = 0, max = 1000, help = "more apps that refresh" },
}

-- What happens at the same times each day; the last of them ends in the morning after.
local function daily(entries)
  local list = {}
  for day = 1, p.days + 1 do
    for _, entry in ipairs(entries) do
      local copy = {}
      for key, value in pairs(entry) do
        copy[key] = value
      end
      copy.at = { day = day, entry.at }
      list[#list + 1] = copy
    end
  end
  return list
end

-- Policies that look at it know an app's priority: scripts/policies/gather.lua does.
local function reader(id, every, priority, count)
  return app {
    id = id, script = "../apps/refresh-chain.lua", count = count, modes = { "fetch" },
    permittedIdentifiers = { "com.example.news.refresh" },
    options = { host = id .. ".example", every = every, priority = priority },
    visible = { "priority" },
  }
end

local function messenger(id)
  return app {
    id = id, script = "../apps/chat-push.lua", modes = { "remote-notification" },
    options = { host = id .. ".example", priority = "high" }, visible = { "priority" },
  }
end

local apps = {
  reader("news", minutes(30), "high"),
  reader("magazine", hours(4), "low"),
  reader("weather", hours(1), "low"),
  messenger("chat"),
  messenger("family"),
  app { id = "mail", script = "../apps/mail.lua", modes = { "fetch" } },
  app { id = "photos", script = "../apps/uploader.lua", memory = { 400, 150, 90 } },
  app {
    id = "cleanup", script = "../apps/cleanup.lua", modes = { "processing" },
    permittedIdentifiers = { "com.example.database.cleanup" }, options = { records = 3000 },
  },
  app {
    id = "backup", script = "../apps/photo-backup.lua",
    options = { host = "backup.example", photos = 3, discretionary = true },
  },
  app { id = "player", script = "../apps/player.lua", modes = { "audio" } },
  app { id = "tracker", script = "../apps/tracker.lua", modes = { "location" } },
  app { id = "pulse", script = "../apps/pulse.lua", modes = { "bluetooth" } },
}
local opens = {
  news = 6, magazine = 1, weather = 3, chat = 9, family = 5, mail = 6, photos = 3, cleanup = 2,
  backup = 2, player = 3, tracker = 2, pulse = 2,
}

if p.readers > 0 then
  apps[#apps + 1] = reader("reader", hours(1), "low", p.readers)
  for number = 1, p.readers do
    opens["reader-" .. number] = 1
  end
end

-- Most servers answer as these do, unless they say otherwise.
local quick, slow = { median = 0.1, p95 = 0.6 }, { median = 0.3, p95 = 1.5 }

return scenario {
  title = "A weekday on iOS 18",
  duration = days(p.days),
  startsAt = "06:00",
  seed = 18,
  device = device {
    os = "iOS 18",
    pool = {
      pays = "discretionary", capacity = minutes(5), refill = 10, refillEvery = minutes(30),
    },
    memory = 4096,
    prewarming = minutes(1),
  },
  apps = apps,
  servers = {
    server {
      host = "news.example", latency = slow, rate = MB(2), fails = 0.01,
      publishes = { every = minutes(20) },
    },
    server { host = "magazine.example", latency = slow, publishes = { every = hours(6) } },
    server { host = "weather.example", latency = slow, publishes = { every = hours(1) } },
    server { host = "reader.example", latency = slow, publishes = { every = hours(2) } },
    server { host = "chat.example", latency = quick, publishes = { perHour = 1.5 } },
    server { host = "family.example", latency = quick, publishes = { perHour = 0.5 } },
    server { host = "mail.example", latency = slow, fails = 0.02, publishes = { perHour = 3 } },
    server { host = "backup.example", latency = slow, rate = MB(1) },
    server { host = "photos.example", latency = slow, rate = MB(1), fails = 0.03 },
  },
  pushes = {
    { to = "chat", follows = "chat.example", userInfo = { room = "work" } },
    { to = "family", perHour = 0.5, userInfo = { room = "home" } },
  },
  user = usage.habits { sessionsPerDay = 24, apps = opens },
  network = daily {
    { at = "00:00", kind = "wifi" },
    { at = "08:10", kind = "cellular" },
    { at = "08:25", kind = "none" },
    { at = "08:31", kind = "cellular" },
    { at = "18:40", kind = "wifi" },
  },
  power = daily {
    { at = "00:00", level = 0.8, charging = true },
    { at = "06:45", level = 1.0, charging = false },
    { at = "17:00", level = 0.5 },
    { at = "20:00", level = 0.3 },
    { at = "22:30", charging = true },
  },
  locations = daily {
    { at = "00:00", latitude = 52.5200, longitude = 13.4050 }, -- at home
    { at = "08:12", latitude = 52.5260, longitude = 13.4160 }, -- at the station
    { at = "08:50", latitude = 52.5400, longitude = 13.4700 }, -- at work
    { at = "18:10", latitude = 52.5260, longitude = 13.4160 },
    { at = "18:35", latitude = 52.5200, longitude = 13.4050 },
  },
  bluetooth = { { accessory = "belt", every = hours(2) } },
}
