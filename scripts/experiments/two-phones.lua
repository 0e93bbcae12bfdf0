-- The same people with the same apps and servers, on iOS and on three versions of Android. What
-- policies do is the same on all; the services, their quotas and the lives of processes are each
-- system's.
--   dormouse compare scripts/experiments/two-phones.lua --summary

local p = experiment.parameters {
  people = { default = 30, min = 2, help = "how many people" },
}

return experiment {
  title = "The same people on both systems",
  scenario = "../scenarios/two-phones.lua",
  parameters = { platform = { "iOS 18", "Android 13", "Android 15", "Android 16" } },
  policies = { "first-come", "ios-like", "learned", "nothing" },
  warmUp = days(7),
  replications = p.people,
  metrics = { "fresh at open", "staleness mean", "slots used", "energy background" },
}
