-- Does it pay to weigh what a fetch wins against what it costs? The policy `learned` against five simple
-- predictors of the next app, on the people of fortnight.lua.
--   dormouse compare scripts/experiments/predictors.lua

local p = experiment.parameters {
  people = { default = 30, min = 2, help = "how many people" },
  first = { default = 1, min = 0, help = "the first of them, by seed" },
  habit = { default = 1, min = 0, help = "strength of all habits; 0: none, 1: as measured" },
}

-- Fetches that may start in an hour.
local starts = { 3, 6, 12 }
local predictors = { "most-used", "most-recent", "hour-of-day", "markov", "likely-next" }

return experiment {
  title = "A fortnight of thirty people: learned, and predictors to beat",
  scenario = "../scenarios/fortnight.lua",
  parameters = { starts = starts, habit = p.habit },
  policies = {
    "first-come",  -- the rule to beat without any prediction
    "most-used", "most-recent", "hour-of-day", "markov",
    "likely-next", -- who will be opened soon goes first
    "freshness-index", -- by opens and changes, whatever a fetch costs
    "learned",     -- fetches where it is worth the energy
    "far-sighted", -- knows when the user will open what
  },
  baseline = "first-come",
  warmUp = days(7),
  replications = p.people,
  seed = p.first,
  metrics = {
    "fresh at open", "staleness mean", "fetches new", "energy background", "device wake ups",
  },

  expect = function(result)
    -- People of stronger habits are told best by what they opened last.
    if p.habit > 1 then return end
    for _, count in ipairs(starts) do
      local setting = { starts = count }
      local fresh = result:metric("fresh at open", "learned", setting)
      local energy = result:metric("energy background", "learned", setting)
      for _, policy in ipairs(predictors) do
        local other = result:metric("fresh at open", policy, setting)
        assert(fresh.mean > other.mean, policy .. " is fresher than learned")
        other = result:metric("energy background", policy, setting)
        assert(energy.mean <= other.mean, policy .. " needs less energy than learned")
      end
    end
  end,
}
