-- `priority`, where no priorities are set: the scenario's order; time as `first-come`.
local order = require("order")

return policy {
  name = "priority",
  fetches = function(self, candidates, slots, device)
    return order.first(candidates, slots, "highest priority", function(app) return app.place end)
  end,
}
