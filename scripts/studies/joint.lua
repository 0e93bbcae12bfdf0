-- Waits until those that wait have waited together for as long as one wake-up is worth, and then
-- starts all of them. Who pays for wake-ups and waits never pays more than twice the least that would
-- have been possible with all known before (Dooly, Goldman and Scott, JACM 48(2), 2001), which joint
-- replenishment comes to where an app waits once for all that it lacks: its own cost is paid in any
-- case. With costs of their own for apps that wait anew, three times (Buchbinder, Kimbrel, Levi,
-- Makarychev and Sviridenko, SODA 2008).

local p = policy.parameters {
  worth = { default = 100, min = 0, help = "of a wake-up: so many seconds of waiting, over all" },
}

return policy {
  name = "joint",
  fetches = function(self, candidates, slots, device)
    local waited, chosen = 0, {}
    for i, app in ipairs(candidates) do
      waited = waited + device.now - app.eligibleSince
      chosen[i] = i <= slots and app.id or nil
    end
    if waited >= p.worth - 1e-6 then return chosen end
    return {}, {}, #candidates > 0 and math.max(1e-6, (p.worth - waited) / #candidates) or nil
  end,
}
