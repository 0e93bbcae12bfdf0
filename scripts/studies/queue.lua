-- The fetch slots as a queue: customers arrive at random and hold a slot for a drawn time; the mean
-- wait is known (Kleinrock, Queueing Systems I, 1975). A hundred apps share the customers, so that
-- none of them is asked for two at once; each seed is another stream of customers. A mean service
-- takes 100 s, so that waits are hundredfold those of the books.

local p = scenario.parameters {
  kind = { default = "M/M", choices = { "M/M", "M/D", "M/G" }, help = "law of the service times" },
  rate = { default = 0.5, min = 0, help = "customers in a mean service" },
  servers = { default = 1, min = 1, help = "slots" },
  customers = { default = 4000, min = 100, help = "how many" },
}

-- Until all apps have been opened once. Longer than an interval has to be.
local opening, service = 100, 100

local function exponential(mean) return -mean * math.log(1 - math.random()) end

local draw = {
  ["M/M"] = function() return exponential(service) end,
  ["M/D"] = function() return service end,
  ["M/G"] = function() return service * (math.random() < 0.9 and 0.5 or 5.5) end,
}

local apps, opens, count = {}, {}, 100
local arrivals, services = {}, {}
for i = 1, count do
  arrivals[i], services[i] = {}, {}
end

local at = opening
for customer = 0, p.customers - 1 do
  at = at + exponential(service / p.rate)
  -- Neighbours in time are not neighbours in the list of apps.
  local i = customer * 73 % count + 1
  table.insert(arrivals[i], at)
  table.insert(services[i], draw[p.kind]())
end

for i = 1, count do
  apps[i] = app {
    id = "app-" .. i, script = "customer.lua", modes = { "fetch" },
    options = { arrivals = arrivals[i], services = services[i] },
  }
  opens[i] = { at = i / 10, open = "app-" .. i, lasting = 0.05 }
end

return scenario {
  title = "A queue for " .. p.servers .. " slots",
  duration = at + 100 * service,
  device = device {
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = p.servers, starts = 1000000, window = 1 },
    limits = { fetch = days(1), minimumFetchInterval = 1 },
    memory = 1e9,
  },
  apps = apps,
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
  policy = "first-come",
}
