-- One app, one use, one stay in the background: the cookbook's example. Try
--   dormouse run scripts/scenarios/cookbook.lua --trace t.jsonl && dormouse trace t.jsonl
--   dormouse run scripts/scenarios/cookbook.lua --set corrected=true

local p = scenario.parameters {
  corrected = { default = false, help = "run the app without its flaw" },
}

return scenario {
  title = "The cookbook's background task",
  duration = minutes(2),
  apps = {
    app {
      id = "cookbook",
      script = p.corrected and "../apps/cookbook-corrected.lua" or "../apps/cookbook.lua",
    },
  },
  user = usage.schedule {
    { at = 5, open = "cookbook", lasting = 10 },
    { at = 70, open = "cookbook", lasting = 20 },
  },
  policy = "first-come",
}
