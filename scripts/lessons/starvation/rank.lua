-- Priority with ageing: an app's rank in the list below, and `ageing` ranks for each hour that it
-- has waited. With 0, the default, it is fixed priority.
local p = policy.parameters {
  ageing = { default = 0, min = 0, help = "ranks that an hour of waiting is worth" },
}

local rank = { chat = 6, mail = 4, news = 2, photos = 0 }

return policy {
  name = "rank",

  fetches = function(self, candidates, slots, device)
    local function score(app)
      return rank[app.id] + p.ageing * (device.now - app.eligibleSince) / hours(1)
    end
    table.sort(candidates, function(a, b) return score(a) > score(b) end)
    local chosen = {}
    for index = 1, math.min(slots, #candidates) do
      chosen[index] = candidates[index].id
    end
    return chosen
  end,
}
