-- A person who opens each of four apps once a day, always at the same times. Each app has something
-- new every hour, on the hour. The phone starts two fetches an hour.
local p = scenario.parameters {
  days = { default = 14, min = 1, help = "days of a run, the first of which is a Monday" },
  weekend = { default = false, help = "whether other apps are opened at these times on weekends" },
}

local times = { "08:45", "12:45", "17:45", "21:45" }
local ids = { "chat", "mail", "news", "photos" }

local apps, servers, opens = {}, {}, {}
for index, id in ipairs(ids) do
  local host = id .. ".example"
  apps[index] = app {
    id = id, script = "reader.lua", modes = { "fetch" }, options = { host = host },
  }
  servers[index] = server { host = host, publishes = { every = hours(1) } }
  opens[#opens + 1] = {
    at = times[index], open = id, lasting = minutes(2), days = p.weekend and "weekdays" or nil,
    daily = not p.weekend or nil,
  }
  if p.weekend then
    opens[#opens + 1] = {
      at = times[index % #times + 1], open = id, lasting = minutes(2), days = "weekend",
    }
  end
end

return scenario {
  title = "Four apps, each opened once a day",
  duration = days(p.days),
  device = device {
    os = "iOS 13",
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = 1, starts = 1, window = minutes(30) },
    limits = { minimumFetchInterval = 1 },
  },
  apps = apps,
  servers = servers,
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
  policy = "first-come",
}
