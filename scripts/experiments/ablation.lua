-- What does the gain of learned come from? It learns one thing less each, then nothing; for people with
-- habits, and for people who open every app by its share alone.
--   dormouse compare scripts/experiments/ablation.lua --summary

local p = experiment.parameters {
  people = { default = 30, min = 2, help = "how many people" },
  starts = { default = 6, min = 0, help = "fetches that may start in an hour" },
}

local function without(label, settings)
  return { label = label, policy = "learned{" .. settings .. "}" }
end

return experiment {
  title = "Thirty people: what does the gain of learned come from?",
  scenario = "../scenarios/fortnight.lua",
  parameters = { habit = { 1, 0 }, starts = p.starts },
  policies = {
    "first-come", "learned",
    without("not asked at opens", "asksAtOpens=0"),
    without("no gaps", "gaps=0"),
    without("no order", "order=0"),
    without("no shares", "shares=0"),
    without("no rates", "rates=0"),
    without("no starts saved", "leastGain=0,scarcity=0"),
    without("energy not weighed", "gainPerJoule=0"),
    without("no gaps nor asked", "asksAtOpens=0,gaps=0"),
    without("learns nothing", "gaps=0,order=0,shares=0,rates=0,asksAtOpens=0"),
  },
  warmUp = days(7),
  replications = p.people,
  metrics = { "fresh at open", "energy background", "background battery a day" },
}
