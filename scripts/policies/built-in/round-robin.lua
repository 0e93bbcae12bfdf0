-- `round-robin`: round the apps in the scenario's order, from the one after the last on.
local order = require("order")

return policy {
  name = "round-robin",
  turn = 1,
  fetches = function(self, candidates, slots, device)
    local places = {}
    local chosen, reasons = order.first(candidates, slots, "next in turn", function(app)
      places[app.id] = app.place
      return (app.place - self.turn) % device.appCount
    end)
    if #chosen > 0 then self.turn = places[chosen[#chosen]] + 1 end
    return chosen, reasons
  end,
}
