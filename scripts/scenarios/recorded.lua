-- One recorded phone: the user's opens and closes come from a usage trace, and each of the phone's
-- most used apps becomes an app that fetches. For example
--   dormouse run scripts/scenarios/recorded.lua --set file=usage.csv
--   dormouse run scripts/scenarios/recorded.lua --set file=lsapp.tsv --set format=lsapp --set user=3
-- Level and charger of the same phone may be recorded, too:
--   dormouse run scripts/scenarios/recorded.lua --set file=screen.csv --set format=aware-screen
--     --set battery=battery.csv

local p = scenario.parameters {
  file = { default = "", help = "the trace file (needed)" },
  format = {
    default = "android-usage-events",
    choices = { "android-usage-events", "lsapp", "csv", "aware-screen" },
    help = "how it is written",
  },
  user = { default = "", help = "which of the trace's users; empty: the first" },
  battery = { default = "", help = "level and charger, by AWARE; empty: full, no charger" },
  lowPowerAt = { default = 0, min = 0, max = 1, help = "level at which Low Power Mode goes on; 0: never" },
  apps = { default = 40, min = 1, help = "how many of the most opened apps to keep" },
}

if p.file == "" then
  error("recorded.lua needs a usage trace: give --set file=PATH", 0)
end

local trace = usage.trace {
  file = p.file,
  format = p.format,
  user = p.user ~= "" and p.user or nil,
}

local apps = {}
for index, used in ipairs(trace.apps) do
  if index > p.apps then
    break
  end
  apps[index] = app {
    id = used.name, script = "../apps/news.lua", modes = { "fetch" },
    memory = { 150, 80, 30 },
  }
end

return scenario {
  title = "A recorded phone",
  duration = trace.span,
  device = device { os = "iOS 13", pool = { capacity = minutes(10) } },
  startsAt = trace.startsAt,
  apps = apps,
  servers = {
    server {
      host = "news.example", latency = { median = 0.2, p95 = 1.5 }, fails = 0.01,
      publishes = { every = minutes(20) },
    },
  },
  user = trace,
  power = p.battery ~= "" and usage.battery {
    file = p.battery, format = "aware-battery", begins = trace.begins,
  } or nil,
  lowPowerAt = p.battery ~= "" and p.lowPowerAt or nil,
  policy = "fair-share",
}
