-- The least age of information where each fetch takes a charge, charges come at random, and few are
-- kept (arXiv 1802.04724, 1905.06679). In hours between charges.
--   dormouse compare scripts/studies/charging.lua

local p = experiment.parameters {
  hours = { default = 2000, min = 1, help = "virtual time of a run" },
}

return experiment {
  title = "Age under charges",
  scenario = "charges.lua",
  parameters = { hours = p.hours },
  policies = {
    { label = "greedy", policy = "charged.lua{greedy=true}" },
    { label = "1", policy = "charged.lua{kept=1}" },
    { label = "2", policy = "charged.lua{kept=2}" },
    { label = "3", policy = "charged.lua{kept=3}" },
    { label = "4", policy = "charged.lua{kept=4}" },
    { label = "8", policy = "charged.lua{kept=8}" },
  },
  replications = 24,
  warmUp = hours(20),
  metrics = { "age of information", "slots used" },
}
