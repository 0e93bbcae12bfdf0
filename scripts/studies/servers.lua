-- Whole allowances for so many apps at once; who comes while all have theirs gets nothing, and is
-- lost.

local p = policy.parameters {
  count = { default = 5, min = 1, help = "how many at once" },
}

local busy = 0

return policy {
  name = "servers " .. p.count,
  backgroundTime = function(self, request, device)
    if busy >= p.count then return 0, "all are busy" end
    busy = busy + 1
    return request.allowance
  end,
  observe = function(self, outcome)
    if outcome.kind == "backgroundTime" then busy = busy - 1 end
  end,
}
