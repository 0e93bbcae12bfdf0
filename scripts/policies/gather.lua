-- Starts work together, so that the device wakes up once for several apps: what waits goes on waiting
-- while other work is to come within `patience`, but never longer than that.
--   dormouse run scripts/scenarios/weekday.lua --policy scripts/policies/gather.lua
--
-- An app whose scenario declares `options = { priority = "high" }, visible = { "priority" }` does not
-- wait for company.

local p = policy.parameters {
  patience = { default = 600, min = 0, help = "s that work waits for other work at most" },
}

--- Whether work will be there soon, and nothing but time holds it back.
local function comesSoon(work, device)
  local wait = work.from - device.now
  return wait > 0 and wait <= p.patience and #work.obstacles == 1
end

--- Why the work is to start now; nil: it may wait.
local function urgency(app, device)
  if app.options.priority == "high" then
    return "of high priority"
  elseif app.kind == "processing" then
    return "has waited for a quiet device"
  elseif app.latest and app.latest - device.now <= p.patience then
    return "is late soon"
  elseif device.now - app.eligibleSince >= p.patience then
    return "waited long enough"
  end
end

return policy {
  name = "gather",
  looksAhead = true,

  fetches = function(self, candidates, slots, device)
    local start, alone = nil, true
    for _, work in ipairs(device.coming) do
      alone = alone and not comesSoon(work, device)
    end
    if alone then
      start = "nobody else comes soon"
    elseif device.inUse then
      start = "the device is awake"
    end
    for _, app in ipairs(candidates) do
      start = start or urgency(app, device)
    end

    local chosen, reasons, again = {}, {}, nil
    for _, app in ipairs(candidates) do
      if not start then
        reasons[app.id] = "waits for company"
        local rest = p.patience - (device.now - app.eligibleSince)
        again = math.min(again or rest, rest)
      elseif #chosen < slots then
        chosen[#chosen + 1] = app.id
        reasons[app.id] = urgency(app, device) or start
      else
        reasons[app.id] = "no slot left"
      end
    end
    return chosen, reasons, again
  end,
}
