-- Does it pay to learn what a person opens? Thirty people with habits of their own, a week to learn and
-- a fortnight that counts. It takes some seconds; fortnight.lua and predictors.lua ask more.
--   dormouse compare scripts/experiments/learning.lua

local p = experiment.parameters {
  people = { default = 30, min = 2, help = "how many people" },
  starts = { default = 6, min = 0, help = "fetches that may start in an hour" },
  habit = { default = 1, min = 0, help = "strength of all habits; 0: none, 1: as measured" },
}

return experiment {
  title = "A fortnight of thirty people: does it pay to learn what they open?",
  scenario = "../scenarios/fortnight.lua",
  parameters = { starts = p.starts, habit = p.habit },
  policies = {
    "first-come", -- whoever has waited longest goes first
    "ios-like",   -- scores by terms, as logs of iOS show them
    "learned",    -- learns what is opened next, fetches where that is worth the energy
    "nothing",    -- no background work at all: what the others must beat
  },
  baseline = "first-come",
  warmUp = days(7),
  replications = p.people,
  metrics = { "fresh at open", "staleness mean", "fetches new", "energy background" },

  expect = function(result)
    for _, policy in ipairs(result.policies) do
      local fresh = result:metric("fresh at open", policy)
      local bound = result:metric("fresh at open bound", policy)
      assert(fresh.mean <= bound.mean, policy .. " is fresher than any policy can be")
    end
    local idle = result:metric("energy background", "nothing")
    assert(idle.mean == 0, "nothing has used energy in the background")
  end,
}
