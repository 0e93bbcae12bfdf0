-- `standby-buckets`: Android 13's quotas of jobs, the fewer the longer an app is unused; work that is
-- no job goes first.
local order = require("order")

-- From which time unused on, and with the screen on, an app is in a bucket; the window of its
-- quota, the sessions and jobs in it, and the background time of a day.
local buckets = {
  { title = "active bucket", after = 0, screenOn = 0, window = minutes(10), sessions = 75, jobs = 75,
    expedited = minutes(30) },
  { title = "working set", after = hours(12), screenOn = 0, window = hours(2), sessions = 10,
    jobs = 120, expedited = minutes(30) },
  { title = "frequent bucket", after = hours(24), screenOn = hours(1), window = hours(8),
    sessions = 8, jobs = 200, expedited = minutes(10) },
  { title = "rare bucket", after = hours(48), screenOn = hours(2), window = hours(24), sessions = 3,
    jobs = 48, expedited = minutes(10) },
  { title = "restricted bucket", after = days(8), screenOn = hours(6), window = hours(24),
    sessions = 1, jobs = 10, expedited = minutes(5) },
}
-- For which time an app may fetch in its bucket's window and in a day, how near fetches are one
-- session, and how many fetches and sessions there may be in a minute.
local runTime, dayRunTime, sessionGap, rate, rateWindow = 600, hours(4), 5, 20, 60

--- Nil: the app was never used.
local function bucket(app, now)
  if app.state == "active" or app.state == "inactive" then return 1 end
  if not app.lastUse then return nil end
  local found = 1
  for place, one in ipairs(buckets) do
    if one.after <= now - app.lastUse and one.screenOn <= app.screenOnSinceUse then found = place end
  end
  return found
end

local function isFree(place, device) return device.charging and place < #buckets end

--- Notes when a job ran, and forgets what is of no use any more.
local function add(log, from, to, keeping)
  log[#log + 1] = { from = from, to = to }
  while log[1].to < to - keeping do table.remove(log, 1) end
  log.ends = {}
  for _, run in ipairs(log) do
    local last = log.ends[#log.ends]
    if last and run.from - last <= sessionGap then
      log.ends[#log.ends] = math.max(last, run.to)
    else
      log.ends[#log.ends + 1] = run.to
    end
  end
end

--- From when on less than so much time lies within a window.
local function timeReturns(log, limit, window)
  local newer = 0
  for i = #log, 1, -1 do
    local length = log[i].to - log[i].from
    if newer + length >= limit then return log[i].to - (limit - newer) + window + 1e-9 end
    newer = newer + length
  end
  return 0
end

--- From when on fewer than so many ends lie within a window.
local function countReturns(ends, limit, window)
  local one = ends[#ends - limit + 1]
  return one and one + window or 0
end

--- When a job may begin; nil: now.
local function returns(log, own, now)
  local ends = {}
  for i, run in ipairs(log) do ends[i] = run.to end
  local latest = math.max(
    now, timeReturns(log, dayRunTime, days(1)), countReturns(ends, rate, rateWindow),
    countReturns(log.ends, rate, rateWindow), timeReturns(log, runTime, own.window),
    countReturns(ends, own.jobs, own.window), countReturns(log.ends, own.sessions, own.window))
  return latest > now and latest or nil
end

local function isJob(app) return order.fetchesContent(app) or app.kind == "processing" end

local jobs, expedited, isExpedited = {}, {}, {}
local function log(logs, id)
  logs[id] = logs[id] or { ends = {} }
  return logs[id]
end

return policy {
  name = "standby-buckets",

  backgroundTime = function(self, request, device)
    local place = bucket(request.app, device.now)
    if not place then return 0 end
    local left = buckets[place].expedited
    for _, run in ipairs(log(expedited, request.app.id)) do
      left = left - math.max(0, run.to - math.max(run.from, device.now - days(1)))
    end
    if isFree(place, device) then left = math.huge end
    local grant = math.max(0, math.min(request.allowance, device.pool.available, left))
    if grant > 0 then isExpedited[request.app.id] = true end
    return grant
  end,

  fetches = function(self, candidates, slots, device)
    if slots == 0 then return {} end
    return order.beside(candidates, slots, isJob, function(waiting, left)
      local places, refused, titles, again = {}, {}, {}, nil
      for _, app in ipairs(waiting) do
        local place = bucket(app, device.now)
        places[app.id] = place
        if not place then
          titles[app.id] = "never used"
        else
          local until_ = not isFree(place, device)
            and returns(log(jobs, app.id), buckets[place], device.now)
          if until_ then
            refused[app.id] = true
            titles[app.id] = "quota spent: " .. buckets[place].title
            again = math.min(again or math.huge, until_ - device.now)
          end
        end
      end
      local chosen, reasons = order.first(waiting, left, "", function(app)
        return not refused[app.id] and places[app.id] or nil
      end)
      for id in pairs(reasons) do reasons[id] = buckets[places[id]].title end
      for id, title in pairs(titles) do reasons[id] = title end
      return chosen, reasons, again
    end)
  end,

  observe = function(self, outcome)
    if outcome.took and isJob(outcome) then
      add(log(jobs, outcome.app), outcome.at - outcome.took, outcome.at, days(1))
    elseif outcome.kind == "backgroundTime" and isExpedited[outcome.app] then
      isExpedited[outcome.app] = false
      add(log(expedited, outcome.app), outcome.at - outcome.used, outcome.at, days(1))
    end
  end,
}
