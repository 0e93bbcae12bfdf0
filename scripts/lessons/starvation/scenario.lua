-- Four apps want a fetch every half hour, which makes eight an hour. The phone starts four an hour,
-- one every quarter of an hour.
local p = scenario.parameters {
  hours = { default = 24, min = 1, help = "virtual time of a run" },
}

local apps, opens = {}, {}
for index, id in ipairs { "chat", "mail", "news", "photos" } do
  apps[index] = app { id = id, script = "fetcher.lua", modes = { "fetch" } }
  -- Each is opened for a moment at the start, and from then on waits for its turns.
  opens[index] = { at = index, open = id, lasting = 0.5 }
end

return scenario {
  title = "Eight fetches an hour are wanted, four are to be had",
  duration = hours(p.hours),
  device = device {
    os = "iOS 13",
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = 1, starts = 1, window = minutes(15) },
    limits = { minimumFetchInterval = 1 },
  },
  apps = apps,
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
  policy = "round-robin",
}
