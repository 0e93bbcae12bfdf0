-- What the rules of this folder share: how candidates are put in order.
local order = {}

--- The ids of the candidates whose key is lowest, at most so many, and the reason of each; equal
--- ones in order of waiting, then of the scenario. One whose key is nil does not start.
function order.first(candidates, slots, because, key)
  local ranks, chosen, reasons = {}, {}, {}
  for _, app in ipairs(candidates) do
    local own = key(app)
    if own then
      ranks[#ranks + 1] = { key = own, since = app.eligibleSince, place = app.place, id = app.id }
    end
  end
  table.sort(ranks, function(a, b)
    if a.key ~= b.key then return a.key < b.key end
    if a.since ~= b.since then return a.since < b.since end
    return a.place < b.place
  end)
  for i = 1, math.min(slots, #ranks) do
    chosen[i] = ranks[i].id
    reasons[ranks[i].id] = because
  end
  return chosen, reasons
end

--- The key of a probability, the highest first, told apart to a billionth of a thousandth.
function order.likeliest(probability)
  return -math.floor(probability * 1e12 + 0.5)
end

--- A time in whole nanoseconds, as the device counts it: sums and differences of these are exact.
function order.nanoseconds(seconds)
  local whole = math.floor(seconds)
  return whole * 1000000000 + math.floor((seconds - whole) * 1e9 + 0.5)
end

--- Opens by the hour of the day, which nobody says at an open: `observe` keeps them, and `each`
--- calls `learn(app, at, hour)` for those since its last call, and returns the last midnight.
function order.opens()
  local kept = {}
  return {
    observe = function(_, outcome)
      if outcome.kind == "opened" then kept[#kept + 1] = outcome end
    end,
    each = function(device, learn)
      local midnight = (device.now // 60 - device.minute) * 60
      for _, open in ipairs(kept) do
        learn(open.app, open.at, (open.at - midnight) // 3600 % 24)
      end
      kept = {}
      return midnight
    end,
  }
end

--- Whether work fetches what an app shows when it is opened next.
function order.fetchesContent(app)
  return app.kind == "fetch" or app.kind == "refresh"
end

--- No ids, and one reason for all.
function order.none(candidates, because)
  local reasons = {}
  for _, app in ipairs(candidates) do reasons[app.id] = because end
  return {}, reasons
end

--- Applies a rule to the candidates that it concerns, for the slots that the others leave, which
--- start in order of waiting. Returns what the rule returns: ids, reasons, and the seconds until it
--- is to be asked again.
function order.beside(candidates, slots, concerns, rule)
  local chosen, others, why = {}, {}, {}
  for _, app in ipairs(candidates) do
    if concerns(app) then
      others[#others + 1] = app
    elseif #chosen < slots then
      chosen[#chosen + 1] = app.id
      why[app.id] = app.kind .. " waits"
    end
  end
  local left = slots - #chosen
  if #others < #candidates and (#others == 0 or left == 0) then return chosen, why end
  local more, reasons, again = rule(others, left)
  for id, reason in pairs(reasons) do why[id] = reason end
  table.move(more, 1, #more, #chosen + 1, chosen)
  return chosen, why, again
end

return order
