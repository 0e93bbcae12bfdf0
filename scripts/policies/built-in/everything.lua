-- `everything`: whatever fits, in the scenario's order; of time the whole allowance or nothing.
local order = require("order")

return policy {
  name = "everything",
  backgroundTime = function(self, request, device)
    return device.pool.available >= request.allowance and request.allowance or 0
  end,
  fetches = function(self, candidates, slots, device)
    return order.first(candidates, slots, "there is room", function(app) return app.place end)
  end,
}
