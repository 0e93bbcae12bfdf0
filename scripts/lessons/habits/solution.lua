-- Counts the opens of weekdays and of weekends apart.
local counts = {}

--- The place of an app's opens in an hour of a kind of day; days count from 0, a Monday.
local function key(app, day, hour)
  return (day % 7 >= 5 and "weekend " or "weekday ") .. hour .. " " .. app
end

return policy {
  name = "mine",

  observe = function(self, outcome)
    if outcome.kind == "opened" then
      local day, hour = outcome.at // days(1), outcome.at % days(1) // hours(1)
      local place = key(outcome.app, day, hour)
      counts[place] = (counts[place] or 0) + 1
    end
  end,

  fetches = function(self, candidates, slots, device)
    local day, hour = device.now // days(1), device.now % days(1) // hours(1)
    local function opens(app) return counts[key(app.id, day, hour)] or 0 end
    table.sort(candidates, function(a, b) return opens(a) > opens(b) end)
    local chosen = {}
    for index = 1, math.min(slots, #candidates) do
      chosen[index] = candidates[index].id
    end
    return chosen
  end,
}
