-- One run for each user of a usage recording: what is true of the mean user may be wrong for you.
-- Policies are compared user by user, so that differences between people do not hide those between
-- policies.
--   dormouse compare scripts/experiments/users.lua --set file=lsapp.tsv --set format=lsapp
--   dormouse compare scripts/experiments/users.lua --set file=usage.csv

local p = experiment.parameters {
  file = { default = "", help = "the recording (needed)" },
  format = {
    default = "android-usage-events",
    choices = { "android-usage-events", "lsapp", "csv", "aware-screen" },
    help = "how it is written",
  },
  users = { default = 0, min = 0, help = "how many of its users to take; 0: all" },
  apps = { default = 20, min = 1, help = "how many of each user's most opened apps to keep" },
  replications = { default = 1, min = 1, help = "runs for each user, who always does the same" },
}

if p.file == "" then
  error("users.lua needs a usage recording: give --set file=PATH", 0)
end

local users = usage.users { file = p.file, format = p.format }
if p.users > 0 then
  users = table.move(users, 1, math.min(p.users, #users), 1, {})
end

return experiment {
  title = "Every user of a recording",
  scenario = "../scenarios/recorded.lua",
  parameters = { file = p.file, format = p.format, apps = p.apps, user = users },
  blocks = { "user" },
  policies = { "first-come", "fair-share", "likely-next", "standby-buckets", "nothing" },
  replications = p.replications,
  metrics = {
    "fresh at open", "staleness mean", "fetches new", "background seconds used", "wake ups",
  },
}
