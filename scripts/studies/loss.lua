-- Background time for so many apps at once; who comes while all are busy is lost. The part that is
-- lost is Erlang's B of load and servers, whatever the law of the times (Erlang 1917; Sevastyanov
-- 1957).
--   dormouse compare scripts/studies/loss.lua

local p = experiment.parameters {
  calls = { default = 4000, min = 100, help = "of a run" },
}

-- By servers and load.
local known = {
  ["1"] = { [1] = 0.5, [4] = 0.8 }, ["2"] = { [1] = 0.2, [4] = 0.615385 },
  ["5"] = { [1] = 0.003067, [4] = 0.199067 },
}

return experiment {
  title = "Calls that are lost",
  scenario = "calls.lua",
  parameters = { load = { 1, 4 }, law = { "M", "D" }, calls = p.calls },
  policies = {
    { label = "1", policy = "servers.lua{count=1}" },
    { label = "2", policy = "servers.lua{count=2}" },
    { label = "5", policy = "servers.lua{count=5}" },
  },
  replications = 10,
  warmUp = hours(1),
  metrics = { "tasks refused", "tasks begun" },

  expect = function(result)
    for policy, byLoad in pairs(known) do
      for load, loss in pairs(byLoad) do
        for _, law in ipairs { "M", "D" } do
          local setting = { load = load, law = law }
          local refused = result:metric("tasks refused", policy, setting).mean
          local part = refused / (refused + result:metric("tasks begun", policy, setting).mean)
          assert(
            math.abs(part - loss) < 0.04,
            string.format("%s servers, load %g: %.3f are lost, not %.3f", policy, load, part, loss))
        end
      end
    end
  end,
}
