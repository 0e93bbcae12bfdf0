-- Calls at random: apps are opened for a moment, one after the other, and each works in the
-- background for a drawn time with a mean of 100 s, if it gets time for it.

local p = scenario.parameters {
  load = { default = 1, min = 0, help = "calls in a mean service" },
  law = { default = "M", choices = { "M", "D" }, help = "of the times: exponential, or all alike" },
  calls = { default = 4000, min = 100, help = "how many" },
}

local mean, count = 100, 200
local function exponential() return -mean * math.log(1 - math.random()) end

local apps, opens, services = {}, {}, {}
for i = 1, count do
  services[i] = {}
end
local at = 0
for call = 0, p.calls - 1 do
  at = at + exponential() / p.load
  local i = call % count + 1
  opens[#opens + 1] = { at = at, open = "app-" .. i, lasting = 0.001 }
  table.insert(services[i], p.law == "M" and exponential() or mean)
end
for i = 1, count do
  apps[i] = app { id = "app-" .. i, script = "caller.lua", options = { services = services[i] } }
end

return scenario {
  title = "Calls",
  duration = at + 20 * mean,
  device = device { backgroundTime = hours(2), pool = { capacity = days(1000) }, memory = 1e9 },
  apps = apps,
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
}
