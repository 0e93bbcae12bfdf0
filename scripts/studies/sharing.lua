-- Uploads at random moments over one link, which all that are under way share: each takes
-- 1 / (1 - rate) times as long as alone, whatever the law of their sizes (processor sharing,
-- Kleinrock, Queueing Systems II, 1976). One alone takes 100 s in the mean.
--   dormouse compare scripts/studies/sharing.lua

local p = experiment.parameters {
  customers = { default = 4000, min = 100, help = "of a run" },
}

return experiment {
  title = "Uploads share a link",
  scenario = "queue.lua",
  parameters = {
    kind = { "M/M", "M/D", "M/G" }, rate = { 0.5, 0.8 }, shared = true, servers = 100,
    customers = p.customers,
  },
  policies = "first-come",
  replications = 20,
  warmUp = hours(10),
  metrics = { "slots held", "slots used" },
}
