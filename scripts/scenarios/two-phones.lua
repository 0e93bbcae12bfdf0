-- Three weeks of one person with twelve readers of news, on the phone that `platform` names. Each app
-- has a script for iOS and one for Android, which load the same: when it is opened, and in the
-- background once in a quarter of an hour, as far as the phone lets it. Each seed is another person,
-- the same on every phone.
--   dormouse compare scripts/experiments/two-phones.lua --summary

local p = scenario.parameters {
  platform = { default = "iOS 18", help = "of iOS or Android: \"Android 15\"" },
  days = { default = 21, min = 1, help = "length" },
}

local isAndroid = p.platform:find("^Android") ~= nil

local apps, servers, opens = {}, {}, {}

-- An app that is opened `share` times as often as others, whose content changes `perHour` times an hour.
local function reader(id, share, perHour)
  local host = id .. ".example"
  apps[#apps + 1] = app {
    id = id,
    script = isAndroid and "../apps/news-android.lua" or "../apps/news.lua",
    modes = isAndroid and {} or { "fetch" },
    options = { host = host, every = minutes(15), interval = minutes(15) },
  }
  servers[#servers + 1] = server {
    host = host, latency = { median = 0.3, p95 = 1.5 }, rate = MB(2), fails = 0.01,
    publishes = { perHour = perHour },
  }
  opens[id] = share
end

reader("chat", 10, 8)
reader("social", 8, 12)
reader("family", 6, 2)
reader("mail", 6, 3)
reader("news", 5, 6)
reader("work-mail", 4, 6)
reader("weather", 3, 1)
reader("sport", 3, 3)
reader("forum", 2, 2)
reader("stocks", 2, 20)
reader("shop", 2, 0.5)
reader("events", 1, 0.25)

return scenario {
  title = "Three weeks of one person on one phone",
  platform = p.platform,
  duration = days(p.days),
  startsAt = "00:00",
  seed = 1,
  apps = apps,
  servers = servers,
  user = usage.people { apps = opens },
  network = {
    { at = "00:00", kind = "wifi", daily = true },
    { at = "08:12", kind = "cellular", daily = true },
    { at = "09:00", kind = "wifi", daily = true },
    { at = "17:30", kind = "cellular", daily = true },
    { at = "18:12", kind = "wifi", daily = true },
  },
  power = {
    { at = "00:00", level = 0.8, charging = true, daily = true },
    { at = "07:00", level = 1, charging = false, daily = true },
    { at = "12:00", level = 0.7, daily = true },
    { at = "17:00", level = 0.45, daily = true },
    { at = "21:00", level = 0.3, daily = true },
    { at = "23:00", charging = true, daily = true },
  },
  policy = "first-come",
}
