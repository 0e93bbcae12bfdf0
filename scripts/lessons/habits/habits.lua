-- A predictor in its simplest form: it fetches for the app that was opened most often in this hour
-- of the day so far, and among equals for the one that has waited longest.
return policy {
  name = "habits",

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
