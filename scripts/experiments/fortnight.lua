-- Thirty people, each with habits of their own: a week to learn, then a fortnight that counts. Every
-- policy serves the same thirty people under three budgets: too small, just enough, plenty.
--   dormouse compare scripts/experiments/fortnight.lua
-- What the answer rests on is seen with other strengths of habit:
--   dormouse compare scripts/experiments/fortnight.lua --set habit=0.5 -o half.sqlite

local p = experiment.parameters {
  people = { default = 30, min = 2, help = "how many people" },
  habit = { default = 1, min = 0, help = "strength of all habits; 0: none, 1: as measured" },
}

-- Fetches that may start in an hour.
local starts = { 3, 6, 12 }

return experiment {
  title = "A fortnight of thirty people under eight policies",
  scenario = "../scenarios/fortnight.lua",
  parameters = { starts = starts, habit = p.habit },
  policies = {
    "first-come",        -- the rule to beat
    "fair-share",        -- who has used least goes first
    "likely-next",       -- who will be opened soon goes first
    "ios-like",          -- scores by terms, as logs of iOS show them
    "standby-buckets",   -- Android's
    "freshness-optimal", -- fetches where they keep most content fresh
    "far-sighted",       -- knows when the user will open what
    "nothing",           -- and none can use less
  },
  baseline = "first-come",
  warmUp = days(7),
  replications = p.people,
  metrics = {
    "fresh at open", "staleness mean", "fetches new", "background seconds used",
    "energy background", "jain index work", "wake ups", "device wake ups",
  },

  expect = function(result)
    for _, count in ipairs(starts) do
      local setting = { starts = count }
      for _, policy in ipairs(result.policies) do
        local fresh = result:metric("fresh at open", policy, setting)
        local bound = result:metric("fresh at open bound", policy, setting)
        assert(fresh.mean <= bound.mean, policy .. " is fresher than any policy can be")
      end
      local idle = result:metric("energy background", "nothing", setting)
      assert(idle.mean == 0, "nothing has used energy in the background")
    end
  end,
}
