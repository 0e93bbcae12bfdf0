-- Five fetches an hour, spread in proportion to how often the apps' contents change: what most people
-- would do, and worse than to spread them evenly (Cho and Garcia-Molina, SIGMOD 2000).
--   dormouse run scripts/scenarios/freshness.lua --policy scripts/policies/proportional.lua
--
-- How often an app changes is told by the number that its id ends in, as in that scenario; it need
-- not be learned, and still does not help.

-- In all.
local fetchesPerHour = 5

local function rate(app)
  return tonumber(app.id:match("%d+$")) or 1
end

return policy {
  name = "proportional",

  fetches = function(self, candidates, slots, device)
    -- All apps together, which are not all candidates at the same time.
    self.rates = self.rates or {}
    for _, app in ipairs(candidates) do
      self.rates[app.id] = rate(app)
    end
    local sum = 0
    for _, changes in pairs(self.rates) do
      sum = sum + changes
    end

    local chosen, reasons, again = {}, {}, nil
    for _, app in ipairs(candidates) do
      local period = hours(1) * sum / (fetchesPerHour * rate(app))
      local rest = (app.lastFetch or -period) + period - device.now
      if rest > 0 then
        reasons[app.id] = "its period is not over"
        again = math.min(again or math.huge, rest)
      elseif #chosen < slots then
        chosen[#chosen + 1] = app.id
        reasons[app.id] = string.format("every %.0f s", period)
      end
    end
    return chosen, reasons, again
  end,
}
