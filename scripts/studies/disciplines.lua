-- One slot under other orders than first come, first served: classes by Cobham (1954), the shortest
-- service first by Phipps (1956), batches by Heyman (1968); who came last, and chance, change no
-- mean (Kleinrock's conservation law, 1965). A mean service takes 100 s.
--   dormouse compare scripts/studies/disciplines.lua

local p = experiment.parameters {
  customers = { default = 4000, min = 100, help = "of a run" },
}

return experiment {
  title = "One slot, other orders",
  scenario = "queue.lua",
  parameters = {
    kind = { "M/M", "M/D" }, rate = { 0.5, 0.8 }, classes = 2, customers = p.customers,
  },
  policies = {
    "random",
    { label = "classes", policy = "order.lua{by=class}" },
    { label = "last", policy = "order.lua{by=last}" },
    { label = "shortest", policy = "order.lua{by=size}" },
    { label = "batch 2", policy = "batch.lua{size=2}" },
    { label = "batch 5", policy = "batch.lua{size=5}" },
  },
  replications = 16,
  warmUp = hours(10),
  metrics = "slot wait mean",
}
