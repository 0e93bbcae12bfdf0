-- How likely an app is opened soon, by the hours of the day at which it was opened before.
-- A scenario begins at a full minute.
local forecast = {}

--- What an open of each hour of the day counts for: half in its own hour and a quarter in those
--- beside it.
local function weights(clock, horizon, known)
  local list = {}
  for hour = 0, 23 do list[hour] = 0 end
  local rest = horizon
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

--- A forecast for `horizon` seconds that knows nothing yet but to expect `priorRate` opens an hour,
--- which counts as `priorDays` days of history; an open counts half after `halfLife` days.
function forecast.new(rules)
  -- What opens count, by app and hour; a later one weighs more, so that none need fade.
  local history = {}
  return {
    learn = function(app, at, hour)
      history[app] = history[app] or {}
      local hours = history[app]
      hours[hour] = (hours[hour] or 0) + 2 ^ (at / days(rules.halfLife))
    end,

    --- The probability of an open within the horizon, as a function of the app's id.
    outlook = function(device)
      local age = device.now / days(rules.halfLife)
      -- The days since the start, as they still count, and those of the prior.
      local known = (1 - math.exp(-age * math.log(2))) / math.log(2) * rules.halfLife
        + rules.priorDays
      local list = weights(forecast.clock(device), rules.horizon, known)
      local prior = rules.priorRate * rules.priorDays / known * (rules.horizon / 3600)
      return function(app)
        local hours, expected = history[app] or {}, prior
        for hour = 0, 23 do
          expected = expected + (hours[hour] or 0) * list[hour] * 2 ^ -age
        end
        return 1 - math.exp(-expected)
      end
    end,
  }
end

--- The time of day in seconds.
function forecast.clock(device) return device.minute * 60 + device.now % 60 end

--- The seconds until the next quarter of an hour, when another outlook is worth it.
function forecast.changes(device) return 900 - forecast.clock(device) % 900 end

return forecast
