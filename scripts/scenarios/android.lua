-- Two days of three apps on Android: what is used every day has its jobs often, what is seldom used
-- has them seldom (docs/android.md).

local p = scenario.parameters {
  platform = { default = "Android 15", help = "Android 13, 15 or 16" },
}

return scenario {
  title = "Two days on Android",
  platform = p.platform,
  duration = days(2),
  startsAt = "07:00",
  apps = {
    app { id = "news", script = "../apps/news-android.lua" },
    app {
      id = "weather", script = "../apps/news-android.lua",
      options = { host = "weather.example", every = minutes(30) },
    },
    app {
      id = "recipes", script = "../apps/news-android.lua", options = { host = "recipes.example" },
    },
  },
  servers = {
    server { host = "news.example", publishes = { every = minutes(20) } },
    server { host = "weather.example", publishes = { every = hours(1) } },
    server { host = "recipes.example", publishes = { every = hours(6) } },
  },
  user = usage.schedule {
    { at = "07:10", open = "news", lasting = minutes(5), daily = true },
    { at = "07:20", open = "weather", lasting = 20, daily = true },
    { at = "12:30", open = "news", lasting = minutes(4), daily = true },
    { at = "18:00", open = "recipes", lasting = minutes(10) },
    { at = "21:00", open = "weather", lasting = 15, daily = true },
  },
  power = {
    { at = "07:00", level = 1, charging = false },
    { at = "23:00", level = 0.4, charging = true },
    { at = { day = 2, "07:00" }, level = 1, charging = false },
    { at = { day = 2, "23:00" }, level = 0.4, charging = true },
  },
}
