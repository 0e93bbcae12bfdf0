-- One fetch a minute, a second after it has begun. For whom (Kadota et al., IEEE/ACM ToN 26(6),
-- 2018):
--   random   drawn in proportion to sqrt(weight / chance)
--   oldest   whose content is oldest
--   whittle  the highest index, weight x chance x age (age + (2 - chance) / chance) / 2

local p = policy.parameters {
  rule = { default = "whittle", choices = { "random", "oldest", "whittle" }, help = "for whom" },
}

-- When the last fetch was, and when each app got something last, by id.
local last, got = -1, {}

local function age(app, now)
  return math.max(1, math.floor((now - (got[app.id] or 0)) / 60 + 0.5))
end

local values = {
  random = function(app) return math.sqrt(app.options.weight / app.options.chance) end,
  oldest = function(app, now) return age(app, now) end,
  whittle = function(app, now)
    local chance, h = app.options.chance, age(app, now)
    return app.options.weight * chance * h * (h + (2 - chance) / chance) / 2
  end,
}

return policy {
  name = "step " .. p.rule,
  observe = function(self, outcome)
    if outcome.kind == "fetch" and outcome.result == "newData" then
      got[outcome.app] = outcome.at
    end
  end,
  fetches = function(self, candidates, slots, device)
    local minute = device.now // 60
    local again = 60 * (minute + 1) + 1 - device.now
    if device.now < 60 * minute + 1 then return {}, {}, 60 * minute + 1 - device.now end
    if minute == last or #candidates < device.appCount then return {}, {}, again end
    last = minute
    local best, most, sum, place = nil, -1, 0, nil
    for _, app in ipairs(candidates) do
      local value = values[p.rule](app, device.now)
      if p.rule == "random" then
        sum = sum + value
        if math.random() < value / sum then best = app.id end
      elseif value > most or value == most and app.place < place then
        best, most, place = app.id, value, app.place
      end
    end
    return { best }, {}, again
  end,
}
