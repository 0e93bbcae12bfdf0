-- Fetches at random moments for five apps that change 1 to 5 times an hour, five an hour in all, at
-- the rates that theory calls best for freshness, for weighted freshness and for the harmonic
-- penalty. contents.lua and crawl.lua say more; scripts/validate holds each app's figure to its
-- formula.
--   dormouse compare scripts/studies/crawling.lua

local p = experiment.parameters {
  hours = { default = 500, min = 1, help = "virtual time of a run" },
}

return experiment {
  title = "Fetches at random moments",
  scenario = "contents.lua",
  parameters = { hours = p.hours },
  policies = {
    { label = "best", policy = "crawl.lua{rates=best}" },
    { label = "weighted", policy = "crawl.lua{rates=weighted}" },
    { label = "lambda", policy = "crawl.lua{rates=lambda}" },
    { label = "even", policy = "crawl.lua{rates=even}" },
    { label = "straight", policy = "crawl.lua{rates=straight}" },
    { label = "learned", policy = "crawl.lua{rates=learned}" },
  },
  replications = 40,
  warmUp = hours(20),
  metrics = { "fresh over time", "age", "background seconds used", "fetches new", "fetches none" },

  expect = function(result)
    local best = result:metric("fresh over time", "best")
    for _, policy in ipairs(result.policies) do
      local fresh = result:metric("fresh over time", policy)
      assert(fresh.mean <= best.mean + 0.001, policy .. " is fresher")
    end
  end,
}
