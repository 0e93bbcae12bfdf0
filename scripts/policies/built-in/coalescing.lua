-- `coalescing`: work that needs the network waits for an occasion, and then all of it starts.
local order = require("order")

local p = policy.parameters {
  tolerance = { default = 1800, min = 0, help = "s that a fetch may wait on cellular, off the charger" },
  cheapTolerance = { default = 60, min = 0, help = "s that it may wait on Wi-Fi or the charger" },
  tail = { default = 10, min = 0, help = "s that the radio is awake after a fetch" },
}

local function needsNetwork(app)
  for _, requirement in ipairs(app.requirements) do
    if requirement == "network" then return true end
  end
  return order.fetchesContent(app) or app.kind == "push"
end

return policy {
  name = "coalescing",
  awakeUntil = 0,

  fetches = function(self, candidates, slots, device)
    if slots == 0 then return {} end
    return order.beside(candidates, slots, needsNetwork, function(waiting, left)
      if device.network == "none" then return order.none(waiting, "no network") end
      local first = math.huge
      for _, app in ipairs(waiting) do first = math.min(first, app.eligibleSince) end
      local isCheap = device.network == "wifi" or device.charging
      local due = first + (isCheap and p.cheapTolerance or p.tolerance)
      local occasion = device.inUse and "the device is in use"
        or device.now < self.awakeUntil and "the radio is awake"
        or due <= device.now and "together, " .. (isCheap and "network or power is cheap" or "tolerance is over")
      if not occasion then
        local chosen, reasons = order.none(waiting, "waits for company")
        return chosen, reasons, due - device.now
      end
      self.awakeUntil = math.max(self.awakeUntil, device.now + p.tail)
      return order.first(waiting, left, occasion, function(app) return app.eligibleSince end)
    end)
  end,

  observe = function(self, outcome)
    if outcome.took and outcome.kind ~= "processing" then
      self.awakeUntil = math.max(self.awakeUntil, outcome.at + p.tail)
    end
  end,
}
