-- Nothing begins until so many wait; then all goes, and what comes meanwhile, until none is left:
-- the N-policy of Heyman (Operations Research 16, 1968).

local p = policy.parameters {
  size = { default = 4, min = 1, help = "how many must wait" },
}

-- Works that run, when the last one ended, and whether work may begin.
local busy, ended, isOpen = 0, -1, false

return policy {
  name = "batch of " .. p.size,

  observe = function(self, outcome)
    if outcome.kind == "fetch" then
      busy, ended = busy - 1, outcome.at
    end
  end,

  fetches = function(self, candidates, slots, device)
    -- Who waits when a work ends is asked about at that moment; later none was left.
    if busy == 0 and device.now > ended then isOpen = false end
    isOpen = isOpen or #candidates >= p.size
    local chosen = {}
    for n = 1, isOpen and math.min(slots, #candidates) or 0 do
      chosen[n] = candidates[n].id
    end
    busy = busy + #chosen
    return chosen
  end,
}
