-- To whom shall five fetches an hour go, when five apps change 1 to 5 times an hour? Cho and
-- Garcia-Molina (SIGMOD 2000) computed what the best, an even and a proportional spread come to;
-- the device has to reproduce it.
--   dormouse compare scripts/experiments/freshness.lua

local computed = { optimal = 0.373889, uniform = 0.365053, proportional = 0.316738 }

return experiment {
  title = "Five fetches an hour for five apps",
  scenario = "../scenarios/freshness.lua",
  policies = {
    { label = "optimal", policy = "freshness-optimal{fetchesPerHour=5}" },
    -- Explores always: all apps alike.
    { label = "uniform", policy = "freshness-optimal{explore=1,fetchesPerHour=5}" },
    { label = "proportional", policy = "../policies/proportional.lua" },
    -- The least mean age instead of the most freshness.
    { label = "youngest", policy = "freshness-optimal{age=1,fetchesPerHour=5}" },
  },
  baseline = "uniform",
  replications = 30,
  warmUp = hours(200), -- in which change rates are learned
  metrics = { "fresh over time", "age", "fetches new", "fetches none" },

  expect = function(result)
    local low, high = {}, {}
    for policy, value in pairs(computed) do
      local fresh = result:metric("fresh over time", policy)
      -- One replication has no interval.
      low[policy], high[policy] = fresh.low or fresh.mean, fresh.high or fresh.mean
      assert(
        math.abs(fresh.mean - value) < 0.01 * value,
        string.format("%s: %.6f is not within 1 %% of %.6f", policy, fresh.mean, value))
    end
    assert(low.optimal > high.uniform, "the optimal spread is not above the even one")
    assert(low.uniform > high.proportional, "the even spread is not above the proportional one")
  end,
}
