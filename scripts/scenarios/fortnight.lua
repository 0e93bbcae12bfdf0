-- Three weeks of one person with twelve apps. Each seed is another person, with hours, favourites and
-- routines of their own; measure from the second week on, when a policy has had a week to learn.

local p = scenario.parameters {
  poolMinutes = {
    default = 10, min = 0, plausible = { 3, 30 },
    help = "size of the pool of background time; it comes back once in twelve hours",
  },
  slots = { default = 3, min = 0, plausible = { 1, 6 }, help = "fetches that may run at once" },
  starts = {
    default = 6, min = 0, plausible = { 3, 60 }, help = "fetches that may start in an hour",
  },
  days = { default = 21, min = 1, help = "length" },
  habit = {
    default = 1, min = 0, plausible = { 0, 2 },
    help = "strength of all habits; 0: none, 1: as measured",
  },
  sleep = { default = 0, min = 0, max = 16, help = "hours of a night without a pick-up" },
  weekendLater = { default = 0, min = 0, max = 6, help = "hours by which weekends are later" },
  dayMemory = { default = 0, min = 0, max = 0.99, help = "how busy days follow the day before" },
  news = {
    default = 1, min = 0, plausible = { 0.1, 2 },
    help = "how often content changes; 1: as the servers below say",
  },
  places = {
    default = "alike", choices = { "alike", "own" },
    help = "networks and charger of all people alike, or each person's own",
  },
}

local function reader(id, host, options)
  options = options or {}
  options.host = host
  return app {
    id = id, group = "readers", script = "../apps/news.lua", modes = { "fetch" }, options = options,
  }
end

local function messenger(id, host)
  return app {
    id = id, group = "messengers", script = "../apps/chat.lua", modes = { "fetch" },
    options = { host = host },
  }
end

local function post(id, host)
  return app {
    id = id, group = "mail", script = "../apps/mail.lua", modes = { "fetch" },
    options = { host = host },
  }
end

local function publisher(host, perHour, rate)
  return server {
    host = host, latency = { median = 0.3, p95 = 1.5 }, rate = rate, fails = 0.01,
    publishes = { perHour = perHour * p.news },
  }
end

return scenario {
  title = "Three weeks of one person",
  duration = days(p.days),
  startsAt = "00:00",
  seed = 1,
  device = device {
    os = "iOS 13",
    pool = {
      capacity = minutes(p.poolMinutes), refill = minutes(p.poolMinutes) / 24,
      refillEvery = minutes(30),
    },
    fetchSlots = { concurrent = p.slots, starts = p.starts, window = hours(1) },
    memory = 3072,
  },
  apps = {
    messenger("chat", "chat.example"), messenger("family", "family.example"),
    post("mail", "mail.example"), post("work-mail", "work.example"),
    reader("news", "news.example"), reader("social", "social.example"),
    reader("sport", "sport.example"), reader("stocks", "stocks.example"),
    reader("weather", "weather.example", { interval = hours(1) }),
    reader("forum", "forum.example"), reader("shop", "shop.example"),
    reader("events", "events.example"),
  },
  servers = {
    publisher("chat.example", 8), publisher("family.example", 2), publisher("mail.example", 3),
    publisher("work.example", 6), publisher("news.example", 6, MB(2)),
    publisher("social.example", 12, MB(2)), publisher("sport.example", 3, MB(2)),
    publisher("stocks.example", 20), publisher("weather.example", 1),
    publisher("forum.example", 2), publisher("shop.example", 0.5), publisher("events.example", 0.25),
  },
  user = usage.people {
    habit = p.habit, sleep = p.sleep, weekendLater = p.weekendLater, dayMemory = p.dayMemory,
    apps = {
      chat = 10, social = 8, family = 6, mail = 6, news = 5, ["work-mail"] = 4, weather = 3,
      sport = 3, forum = 2, stocks = 2, shop = 2, events = 1,
    },
  },
  network = p.places == "own" and "person" or {
    { at = "00:00", kind = "wifi", daily = true },
    { at = "08:12", kind = "cellular", daily = true },
    { at = "08:24", kind = "none", daily = true },
    { at = "08:30", kind = "cellular", daily = true },
    { at = "09:00", kind = "wifi", daily = true },
    { at = "17:30", kind = "cellular", daily = true },
    { at = "18:12", kind = "wifi", daily = true },
  },
  power = p.places == "own" and "person" or {
    { at = "00:00", level = 0.8, charging = true, daily = true },
    { at = "07:00", level = 1, charging = false, daily = true },
    { at = "12:00", level = 0.7, daily = true },
    { at = "17:00", level = 0.45, daily = true },
    { at = "21:00", level = 0.3, daily = true },
    { at = "23:00", charging = true, daily = true },
  },
  policy = "first-come",
}
