-- Saves battery, data volume and background time: fetches and refreshes wait for Wi-Fi or the charger,
-- but not for ever, and tasks get less when the pool runs low.
--   dormouse run scripts/scenarios/weekday.lua --policy scripts/policies/budget-saver.lua

-- Who has waited this long fetches on any network.
local longest = hours(4)

-- Of the pool, this share is kept for tasks: fetches that can wait do not touch it.
local reserve = 0.25

-- With less than this left in the pool, holders that were granted long ago are asked to end.
local short = 20

-- What somebody has sent already does not wait for a cheap moment: it is known to be worth it.
local function isPrompt(app)
  return app.kind == "push" or app.kind == "transfer"
end

-- On the charger the system pays for processing, not the pool.
local function cost(app, device)
  return app.kind == "processing" and device.charging and 0 or app.allowance
end

return policy {
  name = "budget-saver",

  -- Half of the allowance once less than half of the pool is left.
  backgroundTime = function(self, request, device)
    local pool = device.pool
    local wish = request.allowance
    if pool.available < pool.capacity / 2 then
      wish = wish / 2
    end
    return math.min(wish, pool.available)
  end,

  fetches = function(self, candidates, slots, device)
    local cheap = device.charging or device.network == "wifi"
    local spare = device.pool.available - reserve * device.pool.capacity
    local chosen, reasons = {}, {}
    local again = nil
    for _, app in ipairs(candidates) do
      local waited = device.now - app.eligibleSince
      if #chosen == slots then
        reasons[app.id] = "no slot left"
      elseif waited >= longest then
        chosen[#chosen + 1] = app.id
        reasons[app.id] = "waited long enough"
      elseif (cheap or isPrompt(app)) and spare >= cost(app, device) then
        spare = spare - cost(app, device)
        chosen[#chosen + 1] = app.id
        reasons[app.id] = isPrompt(app) and "was sent"
          or device.charging and "on the charger"
          or "on Wi-Fi"
      else
        reasons[app.id] = cheap and "keeps the reserve" or "waits for Wi-Fi or the charger"
        -- Nothing may happen until then, so ask to be asked.
        again = math.min(again or math.huge, longest - waited)
      end
    end
    return chosen, reasons, again
  end,

  -- The pool is short: whoever has least time left ends first, until a task could be granted again.
  reclaim = function(self, holders, device)
    if device.pool.available >= short then
      return {}
    end
    table.sort(holders, function(a, b)
      return a.deadline < b.deadline
    end)
    for _, holder in ipairs(holders) do
      if holder.openTasks > 0 and not holder.fetching then
        return { holder.id }
      end
    end
    return {}
  end,
}
