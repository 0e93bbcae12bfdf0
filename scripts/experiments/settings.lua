-- Twelve policies in sixteen settings: how often content changes, and how many fetches may start in
-- an hour. Thirty people, a fortnight after a week to learn: 5,760 runs.
--   dormouse compare scripts/experiments/settings.lua --summary

local p = experiment.parameters {
  people = { default = 30, min = 2, help = "how many people" },
}

return experiment {
  title = "Twelve policies in sixteen settings",
  scenario = "../scenarios/fortnight.lua",
  parameters = { news = { 2, 1, 0.3, 0.1 }, starts = { 3, 6, 24, 60 } },
  policies = {
    "first-come", "fair-share", "coalescing", "freshness-optimal", "freshness-index",
    "standby-buckets", "ios-like", "likely-next", "most-recent", "markov", "learned", "nothing",
  },
  warmUp = days(7),
  replications = p.people,
  metrics = { "fresh at open", "energy background" },
}
