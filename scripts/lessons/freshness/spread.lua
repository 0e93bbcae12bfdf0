-- Fetches for each app so many times an hour, at even distances.
local p = policy.parameters {
  slow = { default = 0.5, min = 0, help = "fetches an hour for the app that changes once an hour" },
  fast = { default = 0.5, min = 0, help = "and for the one that changes nine times an hour" },
}

return policy {
  name = "spread",

  fetches = function(self, candidates, slots, device)
    local chosen, again = {}, nil
    for _, app in ipairs(candidates) do
      if p[app.id] > 0 then
        local due = (app.lastFetch or 0) + hours(1) / p[app.id]
        if due > device.now then
          again = math.min(again or math.huge, due - device.now)
        elseif #chosen < slots then
          chosen[#chosen + 1] = app.id
        end
      end
    end
    return chosen, {}, again
  end,
}
