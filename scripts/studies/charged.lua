-- Each fetch takes a charge, of which so many are kept. With n of them it fetches once the content
-- is as old as the n-th threshold, in hours between charges: the policy with the least mean age
-- (arXiv 1802.04724, 1905.06679). The last threshold is that age itself; the others are those of
-- the semi-Markov decision process (charge_thresholds in scripts/theory.py). Or a charge is spent
-- at once.

local thresholds = {
  { 0.9012 }, { 1.480, 0.7199 }, { 1.582, 1.142, 0.6437 }, { 1.634, 1.242, 1.006, 0.6027 },
  [8] = { 1.710, 1.370, 1.210, 1.106, 1.018, 0.934, 0.826, 0.5406 },
}

local p = policy.parameters {
  kept = { default = 1, min = 1, max = 8, help = "charges kept: 1, 2, 3, 4 or 8" },
  greedy = { default = false, help = "spends a charge at once" },
}

local charges = 0

return policy {
  name = "charged " .. p.kept,
  asksAtOpens = true,
  observe = function(self, outcome)
    if outcome.kind == "opened" and outcome.app == "charge" then
      charges = math.min(charges + 1, p.kept)
    end
  end,
  fetches = function(self, candidates, slots, device)
    local app = candidates[1]
    if charges == 0 then return {} end
    local wait = p.greedy and 0 or hours(thresholds[p.kept][charges])
    local due = (app.lastFetch or 0) + wait
    if device.now < due then return {}, {}, due - device.now end
    charges = charges - 1
    return { app.id }
  end,
}
