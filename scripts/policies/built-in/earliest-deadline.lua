-- `earliest-deadline`: a fetch is due one interval after the app became eligible, other work at the
-- latest moment that its app has named.
local order = require("order")

return policy {
  name = "earliest-deadline",
  fetches = function(self, candidates, slots, device)
    return order.first(candidates, slots, "earliest deadline", function(app)
      if app.kind == "fetch" then return app.eligibleSince + app.minimumInterval end
      return app.latest or app.eligibleSince
    end)
  end,
}
