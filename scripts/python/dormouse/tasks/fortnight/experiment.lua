-- The policies that agents are compared with on the judging people of the fortnight's tasks.

local p = experiment.parameters {
  starts = { default = 6, min = 0, help = "fetches that may start in an hour" },
}

return experiment {
  title = "The policies on the judging people of a task",
  scenario = "scenarios/fortnight.lua",
  parameters = { starts = p.starts },
  policies = {
    "first-come", "round-robin", "fair-share", "priority", "most-used", "most-recent",
    "hour-of-day", "markov", "likely-next", "standby-buckets", "ios-like", "freshness-optimal",
    "learned", "nothing", "far-sighted",
  },
  baseline = "first-come",
  warmUp = days(7),
  replications = 30,
  metrics = { "fresh at open", "fresh at open bound", "energy background" },
}
