-- An experiment: one scenario under several policies, settings and seeds.

return experiment {
  title = "Which policy suits a small pool?",

  -- Its file; or function(p) ... return scenario { ... } end, of the parameters below.
  scenario = "scenario.lua",

  -- Every combination of values is a setting; the scenario must declare these parameters.
  -- `range(5, 20, 5)` is { 5, 10, 15, 20 }.
  parameters = { poolMinutes = { 0.5, 10 } },

  -- Leaves settings out for which it returns false or nil.
  -- where = function(p) return p.poolMinutes > 5 end,

  -- `dormouse policies` lists them; name{key=value} sets a parameter of one, and a .lua file is a
  -- policy of your own. The first is what the others are compared with, unless `baseline` names it.
  policies = { "first-come", "fair-share", "likely-next", "nothing" },

  -- Runs of each policy under each setting. Run k has the same world under all of them.
  replications = 10, seed = 1,

  -- What happens before is left out of the figures.
  warmUp = minutes(30),

  -- What to show.
  metrics = { "staleness mean", "fetches new", "background seconds used" },

  -- Adds replications until the interval is so narrow:
  -- precision = { metric = "fetches new", halfWidth = 0.5, maximum = 200 },

  -- What must hold; exit status 1 if it does not.
  expect = function(result)
    for _, minutes in ipairs { 0.5, 10 } do
      local used = result:metric("background seconds used", "nothing", { poolMinutes = minutes })
      assert(used.mean == 0, "nothing has used background time")
    end
  end,
}
