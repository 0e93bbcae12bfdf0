-- Twenty apps, four of each that change 1 to 5 times an hour, and twenty fetches an hour: the index
-- of Azar et al. (PNAS 115(32), 2018) comes near the best freshness, .373889, without a plan.
--   dormouse compare scripts/studies/index.lua

local p = experiment.parameters {
  hours = { default = 500, min = 1, help = "virtual time of a run" },
}

return experiment {
  title = "An index beside a plan",
  scenario = "contents.lua",
  parameters = { hours = p.hours, copies = 4, unit = 0 },
  policies = {
    { label = "index", policy = "freshness-index{fetchesPerHour=20,opens=0}" },
    { label = "plan", policy = "freshness-optimal{fetchesPerHour=20}" },
  },
  replications = 10,
  warmUp = hours(50), -- in which change rates are learned
  metrics = { "fresh over time", "fetches new", "fetches none" },

  expect = function(result)
    for _, policy in ipairs(result.policies) do
      local fresh = result:metric("fresh over time", policy).mean
      assert(math.abs(fresh - 0.373889) < 0.02, string.format("%s: %.6f fresh", policy, fresh))
    end
  end,
}
