-- chat goes first, and then whoever has waited longest.
return policy {
  name = "mine",

  fetches = function(self, candidates, slots, device)
    local chosen = {}
    for _, isChat in ipairs { true, false } do
      for _, app in ipairs(candidates) do
        if (app.id == "chat") == isChat and #chosen < slots then
          chosen[#chosen + 1] = app.id
        end
      end
    end
    return chosen
  end,
}
