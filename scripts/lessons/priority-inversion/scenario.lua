-- The user leaves the first of two apps that share a ledger and opens the second, while other apps
-- keep the phone's only core busy.
local p = scenario.parameters {
  busy = { default = 0, min = 0, max = 3, help = "apps behind that are busy" },
  seconds = { default = 4, min = 0, help = "seconds of the processor that writing takes" },
  after = { default = 1, min = 0, help = "seconds between leaving one app and opening the other" },
  pieces = { default = 1, min = 1, help = "parts in which it is written, each under the lock" },
}

local apps = {
  app { id = "first", script = "keeper.lua", options = { seconds = p.seconds, pieces = p.pieces } },
  app { id = "second", script = "keeper.lua", options = { seconds = 0, pieces = 0 } },
}
local opens = {
  { at = 30, open = "first", lasting = 1 },
  { at = 31 + p.after, open = "second", lasting = 60 },
}
for index = 1, p.busy do
  local id = "busy-" .. index
  apps[#apps + 1] = app { id = id, script = "busy.lua" }
  opens[#opens + 1] = { at = 29 + 0.2 * index, open = id, lasting = 0.1 }
end

return scenario {
  title = "Two apps that share a ledger",
  duration = minutes(3),
  device = device { cores = 1 },
  apps = apps,
  user = usage.schedule(opens),
  policy = "first-come",
}
