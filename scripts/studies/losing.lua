-- Age of information under lossy servers and one fetch a minute, by three rules. lossy.lua and
-- step.lua say more. The random rule and, where all are alike, the oldest first have closed forms;
-- no rule comes below the bound of Kadota et al. (2018), and Whittle's index comes near it.
--   dormouse compare scripts/studies/losing.lua

local p = experiment.parameters {
  minutes = { default = 5000, min = 10, help = "virtual time of a run" },
}

return experiment {
  title = "Lossy servers",
  scenario = "lossy.lua",
  parameters = {
    chances = { "0.9 0.6 0.3", "0.5 0.5 0.5 0.5", "1 1 1", "1 1 1 1 1" },
    weights = { "4 2 1", "1 1 1 1", "1 1 1", "5 4 3 2 1" },
    minutes = p.minutes,
  },
  where = function(s)
    return s.chances == "0.9 0.6 0.3" and s.weights == "4 2 1"
      or s.chances == "0.5 0.5 0.5 0.5" and s.weights == "1 1 1 1"
      or s.chances == "1 1 1" and s.weights == "1 1 1"
      or s.chances == "1 1 1 1 1" and s.weights == "5 4 3 2 1"
  end,
  policies = {
    { label = "random", policy = "step.lua{rule=random}" },
    { label = "oldest", policy = "step.lua{rule=oldest}" },
    { label = "whittle", policy = "step.lua{rule=whittle}" },
  },
  replications = 12,
  warmUp = hours(1),
  metrics = { "age of information", "fetches new", "fetches failed" },
}
