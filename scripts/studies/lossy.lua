-- One fetch a minute for some apps, whose servers publish just before it and fail now and then:
-- whose content gets old least if the right one is fetched for (Kadota et al., IEEE/ACM ToN 26(6),
-- 2018).

local p = scenario.parameters {
  chances = { default = "0.9 0.6 0.3", help = "of an answer, app by app" },
  weights = { default = "1 2 4", help = "of the apps, for policies" },
  minutes = { default = 5000, min = 10, help = "virtual time of a run" },
}

local function numbers(text)
  local list = {}
  for word in text:gmatch("%S+") do
    list[#list + 1] = tonumber(word)
  end
  return list
end

local chances, weights = numbers(p.chances), numbers(p.weights)
local apps, servers, opens = {}, {}, {}
for i, chance in ipairs(chances) do
  local host = "lossy-" .. i .. ".example"
  apps[i] = app {
    id = "app-" .. i, script = "looker.lua", modes = { "fetch", "remote-notification" },
    options = { host = host, fetches = true, unit = 0, chance = chance, weight = weights[i] },
    visible = { "chance", "weight" }, follows = { host },
  }
  servers[i] = server {
    host = host, latency = { median = 1e-6, p95 = 1e-6 }, fails = 1 - chance,
    publishes = { every = 60 },
  }
  opens[i] = { at = i, open = "app-" .. i, lasting = 0.05 }
end

return scenario {
  title = "Lossy servers",
  duration = minutes(p.minutes),
  device = device {
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = 1, starts = 1000000, window = 1 },
    limits = { minimumFetchInterval = 1 },
    wifi = { latency = 0, rate = 1e9 },
  },
  apps = apps, servers = servers,
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
  policy = "first-come",
}
