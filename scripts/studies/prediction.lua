-- Two results of others, by their direction, on the people of fortnight.lua. FALCON (Yan et al., MobiSys
-- 2012): who predicts launches has content that is 3 minutes old at launch, for at most 2 % of the battery
-- a day. EBC (Baumann and Santini, IMWUT 2017): who weighs probability, bytes and the connection has
-- content a third fresher than another predictor, with a tenth less cellular data. Their people, apps and
-- servers are not ours, so that no figure is to be equal.
--   dormouse compare scripts/studies/prediction.lua

local p = experiment.parameters {
  people = { default = 30, min = 2, help = "how many people" },
  days = { default = 14, min = 1, help = "that count, after a week" },
}

-- The battery of scenarios that name none, in joules: 2,300 mAh at 3.8 V.
local battery = 2.3 * 3600 * 3.8
-- It fetches wherever any gain is worth its energy.
local eager = "learned{leastGain=0.001,gainPerJoule=0.001,scarcity=0}"

return experiment {
  title = "What prediction brings where starts are no limit",
  scenario = "../scenarios/fortnight.lua",
  parameters = { starts = 60, days = 7 + p.days },
  policies = { "likely-next", { label = "eager", policy = eager }, "nothing" },
  warmUp = days(7),
  replications = p.people,
  metrics = { "fresh at open", "staleness mean", "energy background", "bytes cellular" },

  expect = function(result)
    local function mean(metric, policy)
      return result:metric(metric, policy).mean
    end
    -- FALCON
    local share = mean("energy background", "eager") / p.days / battery
    assert(share <= 0.02, string.format("%.1f %% of the battery a day", 100 * share))
    local old, without = mean("staleness mean", "eager"), mean("staleness mean", "nothing")
    assert(old < without / 10, string.format("%.0f s old, without prediction %.0f", old, without))
    -- EBC
    assert(old < mean("staleness mean", "likely-next"), "likely-next has fresher content")
    local bytes = mean("bytes cellular", "eager")
    assert(bytes < mean("bytes cellular", "likely-next"), "likely-next needs less cellular data")
  end,
}
