-- Mean waits for the fetch slots against queueing theory: one slot by Pollaczek and Khinchine, more
-- by Erlang's C (Kleinrock, Queueing Systems I, 1975) or Crommelin (1932), arrivals that are not
-- Poisson by the root of their transform. A mean service takes 100 s.
--   dormouse compare scripts/studies/queueing.lua

local p = experiment.parameters {
  customers = { default = 4000, min = 100, help = "of a run" },
  few = { default = false, help = "only the four simplest queues" },
}

-- By what makes the queue, in mean services.
local known = {
  { kind = "M/M", rate = 0.5, servers = 1, wait = 1 },
  { kind = "M/M", rate = 0.8, servers = 1, wait = 4 },
  { kind = "M/D", rate = 0.5, servers = 1, wait = 0.5 },
  { kind = "M/D", rate = 0.8, servers = 1, wait = 2 },
  { kind = "M/G", rate = 0.5, servers = 1, wait = 1.625 },
  { kind = "M/E2", rate = 0.5, servers = 1, wait = 0.75 },
  { kind = "M/E2", rate = 0.8, servers = 1, wait = 3 },
  { kind = "M/U", rate = 0.5, servers = 1, wait = 0.666667 },
  { kind = "M/U", rate = 0.8, servers = 1, wait = 2.666667 },
  { kind = "D/M", rate = 0.5, servers = 1, wait = 0.255001 },
  { kind = "D/M", rate = 0.8, servers = 1, wait = 1.692731 },
  { kind = "E2/M", rate = 0.8, servers = 1, wait = 2.843980 },
  { kind = "M/M", rate = 1.5, servers = 2, wait = 1.285714 },
  { kind = "M/D", rate = 1.5, servers = 2, wait = 0.656694 },
  { kind = "M/M", rate = 2, servers = 3, wait = 0.444444 },
  { kind = "M/D", rate = 2, servers = 3, wait = 0.234265 },
  { kind = "M/M", rate = 4, servers = 5, wait = 0.554113 },
}

if p.few then known = table.move(known, 1, 4, 1, {}) end

local function find(setting)
  for _, queue in ipairs(known) do
    if queue.kind == setting.kind and queue.rate == setting.rate
      and queue.servers == setting.servers then
      return queue
    end
  end
end

return experiment {
  title = "The fetch slots as a queue",
  scenario = "queue.lua",
  parameters = {
    kind = { "M/M", "M/D", "M/E2", "M/U", "M/G", "D/M", "E2/M" }, rate = { 0.5, 0.8, 1.5, 2, 4 },
    servers = { 1, 2, 3, 5 }, customers = p.customers,
  },
  where = find,
  policies = "first-come",
  replications = 40,
  warmUp = hours(10), -- in which the queue fills
  metrics = { "slot wait mean", "slot wait p50", "slot wait p95", "slot wait p99" },

  expect = function(result)
    for _, queue in ipairs(known) do
      local wait = result:metric(
        "slot wait mean", "first-come",
        { kind = queue.kind, rate = queue.rate, servers = queue.servers })
      local value = 100 * queue.wait
      -- Of 95 % intervals one in twenty does not cover; none is far off.
      assert(
        math.abs(wait.mean - value) < math.max(0.05 * value, 2 * (wait.high - wait.mean)),
        string.format(
          "%s, rate %g: %.1f s is not near %.1f", queue.kind, queue.rate, wait.mean, value))
    end
  end,
}
