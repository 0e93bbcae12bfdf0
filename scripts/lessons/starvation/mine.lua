-- Yours: change it so that chat has at least 45 fetches a day and no app ever waits longer than 80
-- minutes. As it is written here, whoever has waited longest goes first.
return policy {
  name = "mine",

  fetches = function(self, candidates, slots, device)
    local chosen = {}
    for index = 1, math.min(slots, #candidates) do
      chosen[index] = candidates[index].id
    end
    return chosen
  end,
}
