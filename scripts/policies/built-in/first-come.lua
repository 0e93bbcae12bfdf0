-- `first-come`: whoever has waited longest, and time as asked for while there is any.
local order = require("order")

return policy {
  name = "first-come",
  backgroundTime = function(self, request, device)
    return math.min(request.allowance, device.pool.available)
  end,
  fetches = function(self, candidates, slots, device)
    return order.first(candidates, slots, "waited longest", function(app) return app.eligibleSince end)
  end,
}
