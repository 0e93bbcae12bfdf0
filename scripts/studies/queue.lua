-- The fetch slots as a queue: customers arrive at random and hold a slot for a drawn time; the mean
-- wait is known (Kleinrock, Queueing Systems I, 1975). A hundred apps share the customers, so that
-- none of them is asked for two at once; each seed is another stream of customers. A mean service
-- takes 100 s, so that waits are hundredfold those of the books.

local p = scenario.parameters {
  kind = {
    default = "M/M", choices = { "M/M", "M/D", "M/E2", "M/U", "M/G", "D/M", "E2/M" },
    help = "laws of the times between arrivals, and of the service times",
  },
  rate = { default = 0.5, min = 0, help = "customers in a mean service" },
  servers = { default = 1, min = 1, help = "slots" },
  customers = { default = 4000, min = 100, help = "how many" },
  service = { default = 100, min = 0, help = "seconds of a mean service" },
  classes = { default = 1, min = 1, max = 2, help = "2: half of the customers come first" },
  shared = { default = false, help = "services are uploads over one link, all at once" },
}

-- Until all apps have been opened once. Longer than an interval has to be.
local opening = 100
-- Of the time between two customers; services of zero come in hundreds of seconds all the same.
local unit = p.service > 0 and p.service or 100

local function exponential() return -math.log(1 - math.random()) end

local laws = {
  M = exponential,
  D = function() return 1 end,
  E2 = function() return (exponential() + exponential()) / 2 end,
  U = function() return 2 * math.random() end,
  G = function() return math.random() < 0.9 and 0.5 or 5.5 end,
}

local arrival, service = p.kind:match("^(%w+)/(%w+)$")
local apps, opens, count = {}, {}, 100
local arrivals, services, turns = {}, {}, {}
for i = 1, count do
  arrivals[i], services[i] = {}, {}
end
for class = 1, p.classes do
  turns[class] = 0
end

local at = opening
for customer = 0, p.customers - 1 do
  at = at + unit * laws[arrival]() / p.rate
  local class = p.classes > 1 and math.random(p.classes) or 1
  -- Neighbours in time are not neighbours in the list of apps. Those of a class are a part of it.
  local size = count // p.classes
  local i = (class - 1) * size + turns[class] * 73 % size + 1
  turns[class] = turns[class] + 1
  table.insert(arrivals[i], at)
  table.insert(services[i], p.service * laws[service]())
end

for i = 1, count do
  local class = (i - 1) * p.classes // count + 1
  local sizes = {}
  for n, seconds in ipairs(services[i]) do
    sizes[n] = string.format("%.3f", seconds)
  end
  apps[i] = app {
    id = "app-" .. i, script = "customer.lua", modes = { "fetch" }, group = "class-" .. class,
    options = {
      arrivals = arrivals[i], services = services[i], class = class,
      sizes = table.concat(sizes, " "), rate = p.shared and 1e6 or nil,
    },
    visible = { "class", "sizes" },
  }
  opens[i] = { at = i / 10, open = "app-" .. i, lasting = 0.05 }
end

return scenario {
  title = "A queue for " .. p.servers .. " slots",
  duration = at + 100 * unit,
  device = device {
    pool = { capacity = days(1000) },
    fetchSlots = { concurrent = p.servers, starts = 1000000, window = 1 },
    limits = { fetch = days(1), minimumFetchInterval = 1 },
    memory = 1e9,
    wifi = { latency = 0, rate = p.shared and 1e6 or nil },
  },
  servers = {
    server { host = "sink.example", latency = { median = 1e-6, p95 = 1e-6 }, bytes = 0 },
  },
  apps = apps,
  user = usage.schedule(opens),
  power = { { at = 0, level = 1, charging = true } },
  policy = "first-come",
}
