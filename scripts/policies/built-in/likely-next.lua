-- `likely-next`: fetches for the apps that are likely to be opened soon, by the hours of the day at
-- which they were. A scenario begins at a full minute.
local forecast = require("forecast")
local order = require("order")

local p = policy.parameters {
  horizon = { default = 3600, min = 60, max = 86400, help = "how many s ahead an open counts" },
  threshold = { default = 0.05, min = 0, max = 1, help = "the least probability" },
  priorRate = { default = 0.1, min = 0, help = "opens an hour of an app without history" },
  priorDays = { default = 1, min = 0.001, help = "days of history that this is worth" },
  halfLife = { default = 7, min = 0.01, help = "days after which an open counts half" },
}

local opens, apps = order.opens(), forecast.new(p)

return policy {
  name = "likely-next",
  observe = opens.observe,

  fetches = function(_, candidates, slots, device)
    opens.each(device, apps.learn)
    return order.beside(candidates, slots, order.fetchesContent, function(waiting, left)
      local probability = apps.outlook(device)
      local probabilities, holds = {}, false
      for _, app in ipairs(waiting) do
        probabilities[app.id] = probability(app.id)
        holds = holds or probabilities[app.id] < p.threshold
      end
      local why = "likely to be opened soon"
      local chosen, reasons = order.first(waiting, left, why, function(app)
        local own = probabilities[app.id]
        return own >= p.threshold and order.likeliest(own) or nil
      end)
      for id, own in pairs(probabilities) do
        if own < p.threshold then reasons[id] = "not likely to be opened soon" end
      end
      return chosen, reasons, holds and forecast.changes(device) or nil
    end)
  end,
}
