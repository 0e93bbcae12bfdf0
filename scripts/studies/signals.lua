-- Changes that are told by silent pushes. Told of all, LambdaCrawl (Kolobov et al., NeurIPS 2019)
-- heeds one push in `rate` where it may fetch once an hour for each app: the part of the time that
-- is fresh is that part of the changes. Told of some, and of some that are none (arXiv 2502.02430),
-- all pushes are heeded: what was not told waits for the next of them.
--   dormouse compare scripts/studies/signals.lua

local p = experiment.parameters {
  hours = { default = 500, min = 1, help = "virtual time of a run" },
}

return experiment {
  title = "Changes that are told",
  scenario = "contents.lua",
  parameters = {
    hours = p.hours, told = { 0, 0.6, 0.9 }, byRate = { false, true }, false_ = { 0, 0.5, 1 },
    fetches = false,
  },
  where = function(s)
    if s.byRate then return s.told == 0 and s.false_ == 0 end
    return s.told > 0 and s.false_ > 0
  end,
  policies = "first-come",
  replications = 20,
  warmUp = hours(20),
  metrics = { "fresh over time", "push completed" },
}
