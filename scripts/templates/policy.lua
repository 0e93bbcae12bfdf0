-- A policy: decides who gets background time and fetch slots. The device enforces the limits,
-- whatever is returned here. `dormouse run SCENARIO --policy FILE` uses it.

return policy {
  -- Seconds for an app that wants to go on in the background: 0 to request.allowance.
  backgroundTime = function(self, request, device)
    -- Leave some of the pool to the others.
    return math.min(request.allowance, device.pool.available / 2)
  end,

  -- Apps to fetch now, best first, at most `slots` of them; and why, for the trace.
  -- `candidates` come in order of waiting, longest first.
  fetches = function(self, candidates, slots, device)
    local chosen, reasons = {}, {}
    for index, candidate in ipairs(candidates) do
      if index > slots then break end
      chosen[index] = candidate.id
      reasons[candidate.id] = "waited longest"
    end
    return chosen, reasons
  end,

  -- What became of a grant or a fetch: learn from it here.
  observe = function(self, outcome)
  end,
}
