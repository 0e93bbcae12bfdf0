-- Energy of the radio by the state machines of AT&T's ARO: packets without content, at even
-- intervals over 3G, and at random over LTE, whose mean follows from the law of the times between
-- them.
--   dormouse compare scripts/studies/packets.lua

local p = experiment.parameters {
  hours = { default = 20, min = 1, help = "of random packets" },
}

return experiment {
  title = "Packets over 3G, and at random",
  parameters = {
    radio = { "3g", "lte" }, random = { false, true }, every = { 3, 10, 20, 30, 60 },
    hours = p.hours,
  },
  where = function(s)
    if s.random then return s.radio == "lte" and s.every >= 10 and s.every ~= 20 end
    return s.radio == "3g" and s.every <= 20
  end,
  scenario = function(s)
    local length = hours(s.random and s.hours or 1)
    return scenario {
      -- Long enough for the last tail.
      duration = length + minutes(2),
      apps = {
        app {
          id = "ping", script = "ping.lua",
          options = { every = s.every, upTo = length, random = s.random },
        },
      },
      servers = {
        server { host = "ping.example", latency = { median = 1e-6, p95 = 1e-6 }, bytes = 0 },
      },
      device = device { radio = s.radio, cellular = { latency = 0, rate = 1e9 } },
      network = { { at = 0, kind = "cellular" } },
      user = usage.schedule { { at = 0, open = "ping", lasting = length + minutes(2) } },
    }
  end,
  policies = "nothing",
  replications = 20,
  metrics = "energy radio",
}
