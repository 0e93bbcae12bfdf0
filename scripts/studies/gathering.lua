-- Work that comes at random and waits for company: `coalescing` begins all of it when the first has
-- waited for its tolerance. Each wake-up then serves 1 + rate x tolerance works, who wait for
-- tolerance (1 + rate x tolerance / 2) / (1 + rate x tolerance) in the mean (the renewal theorem).
--   dormouse compare scripts/studies/gathering.lua

local p = experiment.parameters {
  customers = { default = 4000, min = 100, help = "of a run" },
}

return experiment {
  title = "Work that waits for company",
  scenario = "queue.lua",
  -- In a hundred seconds.
  parameters = { rate = { 0.5, 2 }, service = 0, servers = 100, customers = p.customers },
  policies = {
    { label = "100", policy = "coalescing{cheapTolerance=100,tail=0}" },
    { label = "400", policy = "coalescing{cheapTolerance=400,tail=0}" },
  },
  replications = 20,
  warmUp = hours(1),
  metrics = { "slot wait mean", "slots used", "device wake ups" },
}
