-- Does it matter that people are at different places, and charge when they like? The people of
-- fortnight.lua on one network and one charger, at the same hours for all, and with their own.
--   dormouse compare scripts/experiments/places.lua

local p = experiment.parameters {
  people = { default = 15, min = 2, help = "how many people" },
}

local places = { "alike", "own" }

return experiment {
  title = "Places and chargers of one's own",
  scenario = "../scenarios/fortnight.lua",
  parameters = { places = places, starts = 6 },
  policies = { "first-come", "likely-next", "ios-like", "learned", "far-sighted" },
  warmUp = days(7),
  replications = p.people,
  metrics = { "fresh at open", "staleness mean", "energy background", "bytes cellular" },

  expect = function(result)
    for _, place in ipairs(places) do
      local function mean(metric, policy)
        return result:metric(metric, policy, { places = place }).mean
      end
      assert(mean("fresh at open", "learned") > mean("fresh at open", "first-come"), place)
      assert(mean("energy background", "learned") < mean("energy background", "first-come"), place)
    end
  end,
}
