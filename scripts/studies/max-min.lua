-- Four apps want 10, 13, 20 and 25 s a round of a pool of 50 s. Max-min shares are 10, 13, 13.5 and
-- 13.5 s (of a capacity of 10 among 2, 2.6, 4 and 5: 2, 2.6, 2.7, 2.7), in whatever order they ask.
--   dormouse compare scripts/studies/max-min.lua

local demands = { 10, 13, 20, 25 }
local orders = { forth = { 1, 2, 3, 4 }, back = { 4, 3, 2, 1 }, mixed = { 3, 1, 4, 2 } }
local rounds, counted = 12, 4

return experiment {
  title = "Four apps share a pool",
  parameters = { order = { "forth", "back", "mixed" } },
  scenario = function(p)
    local apps, opens = {}, {}
    for i, seconds in ipairs(demands) do
      apps[i] = app { id = "app-" .. i, script = "worker.lua", options = { seconds = seconds } }
    end
    for round = 0, rounds - 1 do
      for turn, i in ipairs(orders[p.order]) do
        opens[#opens + 1] = {
          at = minutes(30 * round + 7 * turn - 6), open = "app-" .. i, lasting = 1,
        }
      end
    end
    return scenario {
      duration = minutes(30 * rounds), apps = apps, user = usage.schedule(opens),
      device = device {
        pool = { capacity = 50, refill = 50, refillEvery = minutes(30) },
      },
    }
  end,
  policies = "fair-share",
  replications = 1,
  warmUp = minutes(30 * (rounds - counted)), -- in which demands are learned
  metrics = "background seconds used",
}
