-- `likely-next`: fetches for the apps that are likely to be opened soon, by the hours of the day at
-- which they were. A scenario begins at a full minute.
local order = require("order")

local p = policy.parameters {
  horizon = { default = 3600, min = 60, max = 86400, help = "how many s ahead an open counts" },
  threshold = { default = 0.05, min = 0, max = 1, help = "the least probability" },
  priorRate = { default = 0.1, min = 0, help = "opens an hour of an app without history" },
  priorDays = { default = 1, min = 0.001, help = "days of history that this is worth" },
  halfLife = { default = 7, min = 0.01, help = "days after which an open counts half" },
}

-- What opens count, by app and hour from 0 to 23; a later one weighs more, so that none need fade.
local history = {}

local function learn(app, at, hour)
  history[app] = history[app] or {}
  local hours = history[app]
  hours[hour] = (hours[hour] or 0) + 2 ^ (at / days(p.halfLife))
end

--- What an open of each hour of the day counts for: half in its own hour and a quarter in those
--- beside it.
local function weights(clock, known)
  local list = {}
  for hour = 0, 23 do list[hour] = 0 end
  local rest = p.horizon
  while rest > 0 do
    local span = math.min(rest, 3600 - clock % 3600)
    local hour = clock // 3600 % 24
    local weight = span / 3600 / known / 4
    list[hour] = list[hour] + 2 * weight
    list[(hour + 1) % 24] = list[(hour + 1) % 24] + weight
    list[(hour + 23) % 24] = list[(hour + 23) % 24] + weight
    clock, rest = clock + span, rest - span
  end
  return list
end

local opens = order.opens()

return policy {
  name = "likely-next",
  observe = opens.observe,

  fetches = function(_, candidates, slots, device)
    local midnight = opens.each(device, learn)
    return order.beside(candidates, slots, order.fetchesContent, function(waiting, left)
      local clock = (device.now - midnight) % 86400
      local age = device.now / days(p.halfLife)
      -- The days since the start, as they still count, and those of the prior.
      local known = (1 - math.exp(-age * math.log(2))) / math.log(2) * p.halfLife + p.priorDays
      local list = weights(clock, known)
      local prior = p.priorRate * p.priorDays / known * (p.horizon / 3600)
      local probabilities, holds = {}, false
      for _, app in ipairs(waiting) do
        local expected = 0
        for hour = 0, 23 do
          expected = expected + (history[app.id] and history[app.id][hour] or 0) * list[hour] * 2 ^ -age
        end
        probabilities[app.id] = 1 - math.exp(-(expected + prior))
        holds = holds or probabilities[app.id] < p.threshold
      end
      local why = "likely to be opened soon"
      local chosen, reasons = order.first(waiting, left, why, function(app)
        local own = probabilities[app.id]
        return own >= p.threshold and order.likeliest(own) or nil
      end)
      for id, probability in pairs(probabilities) do
        if probability < p.threshold then reasons[id] = "not likely to be opened soon" end
      end
      return chosen, reasons, holds and 900 - clock % 900 or nil
    end)
  end,
}
