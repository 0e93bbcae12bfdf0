-- `ios-like`: starts work whose score, a weighted mean of terms, reaches a threshold that falls as
-- the work's window passes. A scenario begins at a full minute.
local forecast = require("forecast")
local order = require("order")

local p = policy.parameters {
  thresholdFirst = { default = 0.9, min = 0, max = 1, help = "score needed when a window opens" },
  thresholdLast = { default = 0.01, min = 0, max = 1, help = "score needed at its end" },
  window = { default = hours(24), min = 1, help = "s of it, for work without a latest moment" },
  unusedAfter = { default = days(3), min = 0, help = "s without use that end an app's refreshes" },
  spacingInUse = { default = 900, min = 0, help = "least s between launches, the device in use" },
  spacingIdle = { default = 300, min = 0, help = "least s between launches otherwise" },
  horizon = { default = 7200, min = 60, max = 86400, help = "how many s ahead use counts" },
  fading = { default = days(1), min = 60, help = "s without use that halve an app's likelihood" },
}

-- How much each term counts, by kinds of work; the others are what a log's sum has beyond the rest.
local refresh = { application = 25, activity = 2, battery = 1, others = 43.94 }
local notice = { application = 5, battery = 1, others = 58.91 }
local processing = { activity = 20, battery = 1, charger = 10, cpu = 5, others = 12.52 }
local weights = {
  fetch = refresh, refresh = refresh, widget = refresh, push = notice, transfer = notice,
  processing = processing,
}
local terms = { "application", "activity", "battery", "charger", "cpu", "others" }

--- The mean of the terms' scores by their weights, to a billionth.
local function mean(scores, own)
  local sum, all = 0, 0
  for _, term in ipairs(terms) do
    local weight = own[term] or 0
    sum, all = sum + weight * scores[term], all + weight
  end
  return math.floor(sum / all * 1e9 + 0.5) / 1e9
end

--- The scores of all terms but the application, by how likely the device is used soon.
local function scoresOf(device, likelihood)
  local charge = math.max(0, (device.battery * 100 - 10) / 90)
  return {
    activity = 1 - 0.75 * (device.inUse and 1 or likelihood),
    battery = math.min(1, charge ^ 0.4 * (device.charging and 1.2 or 1)),
    charger = device.charging and 1 or 0.5,
    cpu = device.inUse and 0.5 or 1,
    others = 1,
  }
end

local opens = order.opens()
local ofApps = forecast.new { horizon = p.horizon, priorRate = 0.1, priorDays = 1, halfLife = 7 }
local ofAny = forecast.new { horizon = p.horizon, priorRate = 1, priorDays = 0.25, halfLife = 7 }
-- What is likely, found anew in each quarter of an hour and after each open.
local likely

local function look(device)
  opens.each(device, function(app, at, hour)
    ofApps.learn(app, at, hour)
    ofAny.learn("any", at, hour)
    likely = nil
  end)
  local quarter = device.now // 60 - device.minute % 15
  if not likely or likely.quarter ~= quarter then
    likely = { quarter = quarter, byHour = ofApps.outlook(device), apps = {} }
    likely.any = ofAny.outlook(device)("any")
  end
end

--- How likely an app is opened soon: by its hours, or as the device is used, the less the longer
--- the app is not.
local function likelihood(app, device)
  if not likely.apps[app.id] then
    local unused = (device.now - (app.lastUse or 0)) / p.fading
    likely.apps[app.id] = math.max(likely.byHour(app.id), likely.any * 2 ^ -math.max(0, unused))
  end
  return likely.apps[app.id]
end

local function needsNetwork(app)
  for _, requirement in ipairs(app.requirements) do
    if requirement == "network" then return true end
  end
  return app.kind ~= "processing"
end

--- Why work does not start, whatever its score; nil: it may.
local function refusal(app, device)
  if not app.backgroundRefresh then return "background refresh is off" end
  if device.network == "none" and needsNetwork(app) then return "there is no network" end
  if device.inUse and app.kind == "processing" then
    return "processing, and the device is in use"
  end
  if weights[app.kind] == refresh and device.now - (app.lastUse or 0) > p.unusedAfter then
    return "its app was not used for days"
  end
end

--- The score that work needs now, and the seconds until that has fallen below its own.
local function threshold(app, now, score)
  local from = order.nanoseconds(app.earliest or app.eligibleSince)
  local window = order.nanoseconds(p.window)
  if app.latest then window = math.max(1000000000, order.nanoseconds(app.latest) - from) end
  local drop = p.thresholdFirst - p.thresholdLast
  local needed = p.thresholdFirst - drop * math.max(0, math.min(1, (now - from) / window))
  if score < p.thresholdLast then return needed, math.huge end
  local fall = order.nanoseconds((needed - score) / drop * (window / 1e9))
  return needed, (fall + 1000000) / 1e9
end

local lastLaunch

--- When the next launch may be, in nanoseconds; nil: now.
local function nextLaunch(now, inUse)
  if not lastLaunch then return nil end
  local at = lastLaunch + order.nanoseconds(inUse and p.spacingInUse or p.spacingIdle)
  return at > now and at or nil
end

return policy {
  name = "ios-like",
  observe = opens.observe,

  fetches = function(_, candidates, slots, device)
    if slots == 0 then return {} end
    look(device)
    local now, scores = order.nanoseconds(device.now), scoresOf(device, likely.any)
    local keys, held, again = {}, {}, math.huge
    for _, app in ipairs(candidates) do
      scores.application = likelihood(app, device)
      held[app.id] = refusal(app, device)
      if not held[app.id] then
        local score = mean(scores, weights[app.kind])
        local needed, falls = threshold(app, now, score)
        if score >= needed then
          keys[app.id] = -score
        else
          held[app.id] = "its score is below the threshold"
          again = math.min(again, forecast.changes(device), falls)
        end
      end
    end

    local most, why = nextLaunch(now, device.inUse) and 0 or 1, "its score reaches the threshold"
    local chosen, reasons = order.first(candidates, most, why, function(app)
      return keys[app.id]
    end)
    if chosen[1] then lastLaunch = now end
    for id in pairs(keys) do
      local at = nextLaunch(now, device.inUse)
      if id ~= chosen[1] then
        held[id] = "too short a while after another launch"
        if at then again = math.min(again, ((nextLaunch(now, false) or at) - now) / 1e9) end
      end
    end
    for id, reason in pairs(held) do reasons[id] = reason end
    return chosen, reasons, again < math.huge and again or nil
  end,
}
