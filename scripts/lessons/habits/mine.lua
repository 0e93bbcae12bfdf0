-- Yours: it begins as habits.lua. With weekend=true and days=28, at least .85 of the opens have to
-- be fresh. `device.weekday` is 1 on a Sunday and 7 on a Saturday.
return policy {
  name = "mine",

  -- It is told of each open: outcome.kind is "opened" then, outcome.app was opened at outcome.at,
  -- in seconds since the start, which was a Monday at midnight. Other outcomes have other kinds.
  observe = function(self, outcome)
  end,

  fetches = function(self, candidates, slots, device)
    local function opens(app) return app.opensByHour[device.hour + 1] end
    table.sort(candidates, function(a, b) return opens(a) > opens(b) end)
    local chosen = {}
    for index = 1, math.min(slots, #candidates) do
      chosen[index] = candidates[index].id
    end
    return chosen
  end,
}
