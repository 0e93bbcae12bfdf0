-- Energy of the radio by AT&T's ARO: packets without content, every so many seconds of an hour, in
-- joules. The state machines' values for LTE agree with Huang et al. (MobiSys 2012).
--   dormouse compare scripts/studies/radio.lua

-- By period; each packet that finds the radio idle costs 11.36704 J.
local known = { [10] = 3921.1403, [30] = 1352.6778, [60] = 670.6554, [300] = 125.0374 }

return experiment {
  title = "The radio of LTE, packets at even intervals",
  parameters = { every = { 10, 30, 60, 300 } },
  scenario = function(p)
    return scenario {
      -- Long enough for the last tail.
      duration = minutes(62),
      apps = { app { id = "ping", script = "ping.lua", options = { every = p.every, upTo = hours(1) } } },
      servers = {
        server { host = "ping.example", latency = { median = 1e-6, p95 = 1e-6 }, bytes = 0 },
      },
      device = device { cellular = { latency = 0, rate = 1e9 } },
      network = { { at = 0, kind = "cellular" } },
      user = usage.schedule { { at = 0, open = "ping", lasting = minutes(62) } },
    }
  end,
  policies = "nothing",
  replications = 1,
  metrics = "energy radio",

  expect = function(result)
    for every, value in pairs(known) do
      local energy = result:metric("energy radio", "nothing", { every = every }).mean
      assert(
        math.abs(energy - value) < 1e-4 * value,
        string.format("every %d s: %.4f J, not %.4f", every, energy, value))
    end
  end,
}
