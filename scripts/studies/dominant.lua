-- Dominant resource fairness (Ghodsi et al., NSDI 2011) over the starts and the seconds of an hour:
-- the next task is for the app whose greater share of the two is least, if it still fits. A task of
-- several starts is as many fetches, begun before any other. All begin in the first half of the
-- hour.

local tasks, left, round = {}, {}, -1
-- The app whose task is under way.
local current

local function share(app, device)
  local task = app.options
  return (tasks[app.id] or 0)
    * math.max(task.starts / task.allStarts, task.seconds / device.pool.capacity)
end

return policy {
  name = "dominant",
  fetches = function(self, candidates, slots, device)
    local again = 3600 - device.now % 3600
    if device.now // 3600 ~= round then
      tasks, left, round, current = {}, {}, device.now // 3600, nil
    end
    if device.now % 3600 > 1800 then return {}, {}, again end
    if not current then
      local least
      for _, app in ipairs(candidates) do
        local fits = app.options.starts <= device.startsLeft
          and app.options.seconds <= device.pool.available
        local own = share(app, device)
        if fits and (not least or own < least or own == least and app.id < current) then
          current, least = app.id, own
        end
      end
      -- All have to wait, or who has least may be missing.
      if #candidates < device.appCount or not current then
        current = nil
        return {}, {}, math.min(again, 2)
      end
    end
    for _, app in ipairs(candidates) do
      if app.id == current then
        left[app.id] = (left[app.id] or 0) == 0 and app.options.starts or left[app.id]
        left[app.id] = left[app.id] - 1
        if left[app.id] == 0 then
          tasks[app.id], current = (tasks[app.id] or 0) + 1, nil
        end
        return { app.id }, {}, 2
      end
    end
    return {}, {}, 1
  end,
}
