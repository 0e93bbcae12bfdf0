-- Six apps fetch every five minutes, over LTE. Spread by 50 s each fetch wakes the radio, which takes
-- 11.36704 J; together they wake it once, for a sixth of it each: in an hour 818.42688 J and
-- 136.40448 J (by AT&T's ARO). Who waits for company fetches less often, so figures are by fetch.
--   dormouse compare scripts/studies/alignment.lua

local known = { ["first-come"] = 11.36704, ["coalescing{tolerance=290}"] = 11.36704 / 6 }

local apps, opens = {}, {}
return experiment {
  title = "Six apps, spread and aligned",
  scenario = function()
    for i = 1, 6 do
      apps[i] = app {
        id = "app-" .. i, script = "fetcher.lua", modes = { "fetch" }, options = { every = 300 },
      }
      opens[i] = { at = 50 * i, open = "app-" .. i, lasting = 1 }
    end
    return scenario {
      duration = hours(5), apps = apps, user = usage.schedule(opens),
      servers = {
        server { host = "ping.example", latency = { median = 1e-6, p95 = 1e-6 }, bytes = 0 },
      },
      network = { { at = 0, kind = "cellular" } },
      device = device {
        cellular = { latency = 0, rate = 1e9 },
        pool = { capacity = days(1000) },
        fetchSlots = { concurrent = 6, starts = 1000000, window = 1 },
        limits = { minimumFetchInterval = 1 },
      },
    }
  end,
  policies = { "first-come", "coalescing{tolerance=290}" },
  replications = 1,
  warmUp = hours(1),
  metrics = { "energy radio", "device wake ups", "fetches new" },

  expect = function(result)
    for policy, value in pairs(known) do
      local energy = result:metric("energy radio", policy).mean
        / result:metric("fetches new", policy).mean
      assert(
        math.abs(energy - value) < 1e-3 * value,
        string.format("%s: %.5f J a fetch, not %.5f", policy, energy, value))
    end
  end,
}
