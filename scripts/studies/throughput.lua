-- Energy of 10 MB over LTE at 8 Mbit/s, sent or received, by the throughput terms of AT&T's Application
-- Resource Optimizer: power while bytes flow is 1.2 W, .43839 W for each Mbit/s up, .05197 down.
-- Promotion and the whole tail are in it.
--   dormouse compare scripts/studies/throughput.lua

local known = { up = 58.43824, down = 27.52464 }

return experiment {
  title = "10 MB over LTE at 8 Mbit/s",
  parameters = { direction = { "up", "down" } },
  scenario = function(p)
    local isUp = p.direction == "up"
    return scenario {
      duration = minutes(2),
      apps = {
        app {
          id = "big", script = "big.lua", options = { bytes = isUp and 10000000 or 0 },
        },
      },
      servers = {
        server {
          host = "big.example", latency = { median = 1e-6, p95 = 1e-6 },
          bytes = isUp and 0 or 10000000,
        },
      },
      device = device { cellular = { latency = 0, rate = 1000000 } },
      network = { { at = 0, kind = "cellular" } },
      user = usage.schedule { { at = 0, open = "big", lasting = minutes(2) } },
    }
  end,
  policies = "nothing",
  replications = 1,
  metrics = "energy radio",

  expect = function(result)
    for direction, value in pairs(known) do
      local energy = result:metric("energy radio", "nothing", { direction = direction }).mean
      assert(
        math.abs(energy - value) < 1e-4 * value,
        string.format("%s: %.4f J, not %.4f", direction, energy, value))
    end
  end,
}
