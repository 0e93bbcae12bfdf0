-- Priority inversion: an app in front waits for a lock that an app behind holds over an upload.
--   dormouse run scripts/scenarios/lock.lua
--   dormouse run scripts/scenarios/lock.lua --set careful=true

local p = scenario.parameters {
  careful = { default = false, help = "let go of the lock before the upload" },
}

return scenario {
  title = "Two apps that share a ledger",
  duration = minutes(2),
  apps = {
    app {
      id = "ledger", script = "../apps/ledger.lua", count = 2, options = { careful = p.careful },
    },
  },
  servers = {
    server { host = "ledger.example", latency = { median = 0.2, p95 = 0.5 }, rate = KB(200) },
  },
  user = usage.schedule {
    { at = 5, open = "ledger-1", lasting = 10 },
    { at = 15, open = "ledger-2", lasting = 30 },
  },
  policy = "first-come",
}
