-- `seven-factors`: holds fetches back for the seven reasons that iOS names; 0 switches one off. A
-- scenario begins at a full minute.
local forecast = require("forecast")
local order = require("order")

local function switch(help) return { default = 1, min = 0, max = 1, help = help } end

local p = policy.parameters {
  lowBattery = switch("stop while the battery is critically low"),
  lowPowerMode = switch("stop in Low Power Mode"),
  appUsage = switch("prefer and require apps likely to be used"),
  appSwitcher = switch("only apps still in the app switcher"),
  refreshSwitch = switch("only apps with background refresh on"),
  systemBudget = switch("stop when the day's budget is spent"),
  rateLimit = switch("a shortest time between an app's fetches"),
  criticalLevel = { default = 0.2, min = 0, max = 1, help = "a battery below it is critical" },
  usageHorizon = { default = 7200, min = 60, max = 86400, help = "how many s ahead use counts" },
  usageThreshold = { default = 0.05, min = 0, max = 1, help = "the least probability of use" },
  usagePriorRate = { default = 0.1, min = 0, help = "opens an hour of an app without history" },
  usagePriorDays = { default = 1, min = 0.001, help = "days of history that this is worth" },
  usageHalfLife = { default = 7, min = 0.01, help = "days after which an open counts half" },
  budgetDaily = { default = 600, min = 1, help = "s of work that the budget gains in a day" },
  budgetCapacity = { default = 120, min = 1, help = "the most s that it holds, as at the start" },
  rateInterval = { default = 1200, min = 0, help = "least s between an app's fetches" },
}

local function isOn(factor) return p[factor] == 1 end

local day, millisecond = order.nanoseconds(days(1)), 1000000
local capacity, daily = order.nanoseconds(p.budgetCapacity), order.nanoseconds(p.budgetDaily)
-- What is left of the budget, in nanoseconds; it is charged when work ends, and may fall below 0.
local balance, updated = capacity, 0

local function refill(now)
  balance = math.min(capacity, balance + math.floor((now - updated) * (daily / day) + 0.5))
  updated = now
end

--- The seconds until something is left in the budget; nil: something is.
local function budgetReturns(now)
  refill(now)
  if balance > 0 then return nil end
  return (math.floor((1 - balance) * (day / daily) + 0.5) + millisecond) / 1e9
end

local function refusal(device)
  if isOn("lowBattery") and device.battery < p.criticalLevel and not device.charging then
    return "battery critically low"
  end
  return isOn("lowPowerMode") and device.lowPowerMode and "Low Power Mode" or nil
end

--- When an app may be fetched for again, in nanoseconds.
local function intervalEnd(app)
  return app.lastFetch and order.nanoseconds(app.lastFetch) + order.nanoseconds(p.rateInterval) or 0
end

local opens = order.opens()
local usage = forecast.new {
  horizon = p.usageHorizon, priorRate = p.usagePriorRate, priorDays = p.usagePriorDays,
  halfLife = p.usageHalfLife,
}

return policy {
  name = "seven-factors",

  fetches = function(_, candidates, slots, device)
    if slots == 0 then return {} end
    local refused = refusal(device)
    if refused then return order.none(candidates, refused) end
    local now = order.nanoseconds(device.now)
    local wait = isOn("systemBudget") and budgetReturns(now)
    if wait then
      local chosen, reasons = order.none(candidates, "system budget spent")
      return chosen, reasons, wait
    end

    opens.each(device, usage.learn)
    local probability = usage.outlook(device)
    local keys, held, again = {}, {}, math.huge
    for _, app in ipairs(candidates) do
      if isOn("refreshSwitch") and not app.backgroundRefresh then
        held[app.id] = "background refresh is off"
      elseif isOn("appSwitcher") and not app.inAppSwitcher then
        held[app.id] = "not in the app switcher"
      elseif isOn("rateLimit") and now < intervalEnd(app) then
        held[app.id] = "fetched too short a while ago"
        again = math.min(again, (intervalEnd(app) - now) / 1e9)
      elseif isOn("appUsage") and probability(app.id) < p.usageThreshold then
        held[app.id] = "not likely to be used soon"
        again = math.min(again, forecast.changes(device))
      else
        keys[app.id] = isOn("appUsage") and order.likeliest(probability(app.id)) or 0
      end
    end
    local chosen, reasons = order.first(candidates, slots, "no factor against it", function(app)
      return keys[app.id]
    end)
    for id, reason in pairs(held) do reasons[id] = reason end
    return chosen, reasons, again < math.huge and again or nil
  end,

  observe = function(self, outcome)
    opens.observe(self, outcome)
    if outcome.took then
      refill(order.nanoseconds(outcome.at))
      balance = balance - order.nanoseconds(outcome.took)
    end
  end,
}
