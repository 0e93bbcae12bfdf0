-- Four apps share a pool of background time that is filled up every half hour. In each half hour
-- every app is opened once, and works for some seconds when it is left.
local p = scenario.parameters {
  capacity = { default = 48, min = 1, help = "seconds of background time for each half hour" },
  backwards = { default = false, help = "whether the apps are opened in the other order" },
}

local wanted = { 6, 12, 20, 30 } -- seconds in each half hour
local rounds = 48

local apps, opens = {}, {}
for index, seconds in ipairs(wanted) do
  apps[index] = app { id = "app-" .. index, script = "worker.lua", options = { seconds = seconds } }
end
for round = 0, rounds - 1 do
  for turn = 1, #wanted do
    opens[#opens + 1] = {
      at = minutes(30 * round + 7 * turn - 6), lasting = 1,
      open = "app-" .. (p.backwards and #wanted + 1 - turn or turn),
    }
  end
end

return scenario {
  title = "Four apps share a pool",
  duration = minutes(30 * rounds),
  device = device {
    expirationLead = 0.01,
    pool = { capacity = p.capacity, refill = p.capacity, refillEvery = minutes(30) },
  },
  apps = apps,
  user = usage.schedule(opens),
  policy = "fair-share",
}
