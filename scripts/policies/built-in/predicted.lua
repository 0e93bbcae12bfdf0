-- `most-used`, `most-recent`, `hour-of-day` and `markov`: fetches for the few apps that one simple
-- predictor names. A scenario begins at a full minute.
local order = require("order")

local p = policy.parameters {
  rule = {
    default = "most-used", choices = { "most-used", "most-recent", "hour-of-day", "markov" },
    help = "the predictor",
  },
  top = { default = 5, min = 1, help = "for how many apps it fetches" },
}

--- Counts that are halved once they add up to more than they remember.
local function counts(memory)
  local of, total = {}, 0
  return {
    add = function(key, weight)
      of[key] = (of[key] or 0) + weight
      total = total + weight
      if total > memory then
        for other, count in pairs(of) do of[other] = count / 2 end
        total = total / 2
      end
    end,
    --- The part of a thing, where its share of all use counts for one more.
    part = function(key, share) return ((of[key] or 0) + share) / (total + 1) end,
    share = function(key, known) return ((of[key] or 0) + 0.5) / (total + 0.5 * (known + 1)) end,
  }
end

local used, following, byHour = counts(2000), {}, {}
for hour = 0, 23 do byHour[hour] = counts(1000) end
-- The apps opened so far, the last one first.
local recent = {}

local function learn(app, _, hour)
  if recent[1] then following[recent[1]].add(app, 1) end
  following[app] = following[app] or counts(200)
  used.add(app, 1)
  for shift, weight in pairs({ [23] = 0.5, [0] = 1, [1] = 0.5 }) do
    byHour[(hour + shift) % 24].add(app, weight)
  end
  for place, other in ipairs(recent) do
    if other == app then
      table.remove(recent, place)
      break
    end
  end
  table.insert(recent, 1, app)
end

local predictors = {
  ["most-used"] = function(app) return used.share(app, #recent) end,
  ["most-recent"] = function(app)
    for place, other in ipairs(recent) do
      if other == app then return 1 / place end
    end
    return 0
  end,
  ["hour-of-day"] = function(app, hour) return byHour[hour].part(app, used.share(app, #recent)) end,
  ["markov"] = function(app)
    local share = used.share(app, #recent)
    return recent[1] and following[recent[1]].part(app, share) or share
  end,
}

local opens = order.opens()

return policy {
  name = p.rule,
  observe = opens.observe,

  fetches = function(_, candidates, slots, device)
    local midnight = opens.each(device, learn)
    return order.beside(candidates, slots, order.fetchesContent, function(waiting, left)
      local keys, named = {}, {}
      local predict = predictors[p.rule]
      for _, app in ipairs(recent) do
        named[#named + 1] = order.likeliest(predict(app, device.hour))
      end
      table.sort(named)
      local limit = named[p.top] or math.huge
      local holds = false
      for _, app in ipairs(waiting) do
        keys[app.id] = order.likeliest(predict(app.id, device.hour))
        holds = holds or keys[app.id] > limit
      end
      local why = "among the likeliest to be opened next"
      local chosen, reasons = order.first(waiting, left, why, function(app)
        return keys[app.id] <= limit and keys[app.id] or nil
      end)
      for id, key in pairs(keys) do
        if key > limit then reasons[id] = "others are likelier to be opened next" end
      end
      local again = p.rule == "hour-of-day" and holds and 3600 - (device.now - midnight) % 3600 or nil
      return chosen, reasons, again
    end)
  end,
}
