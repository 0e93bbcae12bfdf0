-- A weekday of one user under eight policies and three sizes of the pool of background time: too
-- small for the apps, just enough, and plenty. All policies are compared on the same thirty days.
--   dormouse compare scripts/experiments/weekday.lua

local poolMinutes = { 0.6, 1, 10 }

return experiment {
  title = "A weekday under eight policies",
  scenario = "../scenarios/weekday.lua",
  parameters = { poolMinutes = poolMinutes },
  policies = {
    "first-come",      -- the rule to beat
    "fair-share",      -- who has used least goes first
    "likely-next",     -- who will be opened soon goes first
    "ios-like",        -- scores by terms, as logs of iOS show them
    "standby-buckets", -- Android's
    "coalescing",      -- fetches together, to save energy
    "far-sighted",     -- knows when the user will open what
    "nothing",         -- and none can use less
  },
  baseline = "first-come",
  replications = 30,
  metrics = {
    "fresh at open", "staleness mean", "fetches new", "background seconds used",
    "energy background", "jain index", "wake ups", "device wake ups",
  },

  expect = function(result)
    for _, size in ipairs(poolMinutes) do
      local setting = { poolMinutes = size }
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
