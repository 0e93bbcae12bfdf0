-- Apps share starts and seconds of each hour, by dominant resource fairness (Ghodsi et al., NSDI
-- 2011). The case "two" is theirs: of 9 starts and 18 s, tasks of one app take 1 start and 4 s,
-- those of the other 3 starts and 1 s; they have three tasks and two. A task of several starts is
-- as many fetches.
--   dormouse compare scripts/studies/shares.lua

local cases = {
  two = { starts = 9, seconds = 18, tasks = { { 1, 4 }, { 3, 1 } } },
  three = { starts = 12, seconds = 30, tasks = { { 1, 5 }, { 2, 2 }, { 1, 1 } } },
}

return experiment {
  title = "Starts and seconds, shared",
  parameters = { case = { "two", "three" } },
  scenario = function(s)
    local case = cases[s.case]
    local apps, opens = {}, {}
    for i, task in ipairs(case.tasks) do
      apps[i] = app {
        id = "app-" .. i, script = "tasker.lua", modes = { "fetch" },
        options = { starts = task[1], seconds = task[2], allStarts = case.starts },
        visible = { "starts", "seconds", "allStarts" },
      }
      opens[i] = { at = i, open = "app-" .. i, lasting = 0.1 }
    end
    return scenario {
      duration = hours(12), apps = apps, user = usage.schedule(opens),
      device = device {
        pool = { capacity = case.seconds, refill = case.seconds, refillEvery = hours(1) },
        -- Short of an hour, so that no start of the hour before counts.
        fetchSlots = { concurrent = 1, starts = case.starts, window = minutes(50) },
        limits = { fetch = 5.5, minimumFetchInterval = 1 },
      },
      power = { { at = 0, level = 1, charging = true } },
    }
  end,
  policies = "dominant.lua",
  replications = 1,
  warmUp = hours(2),
  metrics = { "fetches new", "background seconds used" },
}
