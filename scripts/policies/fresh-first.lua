-- Fetches for the apps that their user will open soon, so that what they show is new by then.
--
-- How soon is guessed from habit: `opensByHour` says how often an app was opened in each hour of the
-- day so far. An app that is used to be opened in this hour or the next goes before one that is not;
-- waiting weighs too, so that everybody is served some day.
--   dormouse run scripts/scenarios/weekday.lua --policy scripts/policies/fresh-first.lua

-- So many hours ahead count, each half as much as the one before.
local horizon = 4

-- An hour of waiting weighs as much as this many opens.
local patience = 0.25

-- After this many failures in a row an app's server is taken to be down: it weighs a tenth.
local tolerance = 3

--- How many opens to expect soon. `opensByHour[1]` is the hour from midnight, hence the `+ 1`.
local function expectedOpens(app, hour)
  local opens, weight = 0, 1
  for ahead = 0, horizon - 1 do
    opens = opens + weight * app.opensByHour[(hour + ahead) % 24 + 1]
    weight = weight / 2
  end
  return opens
end

local function score(app, device)
  local waited = (device.now - app.eligibleSince) / hours(1)
  local value = expectedOpens(app, device.hour) + patience * waited
  if app.failuresInARow >= tolerance then
    value = value / 10
  end
  return value
end

return policy {
  name = "fresh-first",

  -- Tasks get what they ask for as long as the pool has it.
  backgroundTime = function(self, request, device)
    return math.min(request.allowance, device.pool.available)
  end,

  -- The candidates come in order of waiting, and the sort is stable: among equals, who has waited
  -- longest is first.
  fetches = function(self, candidates, slots, device)
    local scores, reasons = {}, {}
    for _, app in ipairs(candidates) do
      scores[app.id] = score(app, device)
      reasons[app.id] = {
        reason = string.format("score %.2f", scores[app.id]),
        score = scores[app.id], -- for `dormouse why`
      }
    end
    table.sort(candidates, function(a, b)
      return scores[a.id] > scores[b.id]
    end)
    local chosen = {}
    for index = 1, math.min(slots, #candidates) do
      chosen[index] = candidates[index].id
    end
    return chosen, reasons
  end,
}
