-- Work that waits together for as long as a wake-up is worth (joint.lua): at random, and in the
-- worst case, where the next comes just after the last has begun alone. scripts/validate holds what
-- is paid to the least that was possible.
--   dormouse compare scripts/studies/joining.lua

local p = experiment.parameters {
  customers = { default = 4000, min = 100, help = "of a run" },
}

return experiment {
  title = "Work that waits for as long as a wake-up is worth",
  scenario = "queue.lua",
  -- In a hundred seconds.
  parameters = {
    kind = { "M/M", "D/M" }, rate = { 1, 4 }, service = 0, servers = 100, customers = p.customers,
  },
  where = function(s) return s.kind == "M/M" or s.rate == 1 end,
  policies = {
    { label = "99", policy = "joint.lua{worth=99}" },
    { label = "400", policy = "joint.lua{worth=400}" },
  },
  replications = 20,
  warmUp = hours(1),
  metrics = { "slot wait mean", "slots used", "device wake ups" },
}
