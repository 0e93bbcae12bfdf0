-- Two policies on the same days.
return experiment {
  title = "How many seeds?",
  scenario = "scenario.lua",
  policies = { "first-come", "likely-next" },
  replications = 10,
  metrics = { "fresh at open" },
}
