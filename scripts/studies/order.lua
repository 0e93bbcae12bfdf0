-- Orders in which waiting work goes, for studies of queues: the class first ("class"), the shortest
-- service ("size", Phipps 1956), who came last ("last"); among equals, who has waited longest.

local p = policy.parameters {
  by = { default = "class", choices = { "class", "size", "last" }, help = "what goes first" },
}

-- Of apps that were asked for them, by id: sizes of their services, and how many have begun.
local sizes, begun = {}, {}

local keys = {
  class = function(app) return app.options.class end,
  last = function(app) return -app.eligibleSince end,
  size = function(app)
    if not sizes[app.id] then
      local list = {}
      for size in app.options.sizes:gmatch("%S+") do
        list[#list + 1] = tonumber(size)
      end
      sizes[app.id], begun[app.id] = list, 0
    end
    return sizes[app.id][begun[app.id] + 1]
  end,
}

return policy {
  name = "order by " .. p.by,
  fetches = function(self, candidates, slots, device)
    local order = {}
    for place, app in ipairs(candidates) do
      order[place] = { id = app.id, key = keys[p.by](app), place = place }
    end
    table.sort(order, function(a, b)
      if a.key ~= b.key then return a.key < b.key end
      return a.place < b.place
    end)
    local chosen = {}
    for n = 1, math.min(slots, #order) do
      chosen[n] = order[n].id
      if begun[order[n].id] then begun[order[n].id] = begun[order[n].id] + 1 end
    end
    return chosen
  end,
}
