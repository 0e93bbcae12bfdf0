-- What does the answer of learning.lua rest on? The same people, with habits and without, where content
-- changes as often and a tenth as often, and where few, more and many fetches may start in an hour.
--   dormouse compare scripts/experiments/rests-on.lua --summary

local p = experiment.parameters {
  people = { default = 30, min = 2, help = "how many people" },
}

return experiment {
  title = "Thirty people: what does it rest on that learning pays?",
  scenario = "../scenarios/fortnight.lua",
  parameters = { habit = { 1, 0 }, news = { 1, 0.1 }, starts = { 6, 24, 60 } },
  policies = {
    "first-come", "likely-next", "ios-like", "learned",
    -- Fetches for less than a gain of .015, and of .02 for each joule.
    { label = "saves less", policy = "learned{leastGain=0.002,gainPerJoule=0.002}" },
  },
  warmUp = days(7),
  replications = p.people,
  metrics = "fresh at open",
}
