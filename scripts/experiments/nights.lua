-- Does an answer rest on nights, weekends and days? The people of learning.lua as they are drawn, and as
-- the recorded phone has it: six hours of sleep, weekends two hours later, busy days after busy days.
--   dormouse compare scripts/experiments/nights.lua --summary

local p = experiment.parameters {
  people = { default = 30, min = 2, help = "how many people" },
}

return experiment {
  title = "Thirty people with and without quiet nights",
  scenario = "../scenarios/fortnight.lua",
  parameters = { sleep = { 0, 6 }, weekendLater = { 0, 2 }, dayMemory = { 0, 0.5 } },
  where = function(s)
    return s.weekendLater == s.sleep / 3 and s.dayMemory == s.sleep / 12
  end,
  policies = { "first-come", "likely-next", "ios-like", "learned" },
  warmUp = days(7),
  replications = p.people,
  metrics = { "fresh at open", "energy background" },
}
