-- One start a minute, for which three apps wait with three tickets, two and one: they have a half,
-- a third and a sixth of the starts, and wait for so many draws in the mean (lottery scheduling,
-- Waldspurger and Weihl, OSDI 1994).
--   dormouse compare scripts/studies/raffle.lua

local p = experiment.parameters {
  hours = { default = 200, min = 1, help = "virtual time of a run" },
}

return experiment {
  title = "A raffle of starts",
  parameters = { hours = p.hours },
  scenario = function(s)
    local apps, opens = {}, {}
    for i = 1, 3 do
      apps[i] = app {
        id = "app-" .. i, script = "fetcher.lua", modes = { "fetch" }, options = { every = 1 },
      }
      opens[i] = { at = i, open = "app-" .. i, lasting = 0.1 }
    end
    return scenario {
      duration = hours(s.hours), apps = apps, user = usage.schedule(opens),
      servers = {
        server { host = "ping.example", latency = { median = 1e-6, p95 = 1e-6 }, bytes = 0 },
      },
      device = device {
        pool = { capacity = days(1000) },
        fetchSlots = { concurrent = 3, starts = 1, window = 60 },
        limits = { minimumFetchInterval = 1 },
        wifi = { latency = 0, rate = 1e9 },
      },
      power = { { at = 0, level = 1, charging = true } },
    }
  end,
  policies = "lottery{app-1=3,app-2=2,app-3=1}",
  replications = 20,
  warmUp = hours(1),
  metrics = { "fetches new", "slot wait mean" },
}
