-- A way to work with a player, a tracker and a sensor: what runs by a mode, and for how long.

local function move(at, latitude, longitude)
  return { at = at, latitude = latitude, longitude = longitude }
end

return scenario {
  title = "A way to work with music",
  duration = hours(3),
  startsAt = "07:00",
  device = device { os = "iOS 18", pool = "discretionary", prewarming = 60 },
  apps = {
    app { id = "player", script = "../apps/player.lua", modes = { "audio" } },
    app {
      id = "tracker", script = "../apps/tracker.lua", modes = { "location" },
      options = { run = minutes(20) },
    },
    app { id = "pulse", script = "../apps/pulse.lua", modes = { "bluetooth" } },
  },
  locations = {
    move("07:00", 52.5200, 13.4050),
    move("07:38", 52.5210, 13.4060),
    move("07:45", 52.5260, 13.4160),
    move("07:52", 52.5310, 13.4300),
    move("07:58", 52.5320, 13.4320),
    move("08:30", 52.5400, 13.4700),
  },
  bluetooth = { { accessory = "belt", at = "07:50", every = minutes(30) } },
  user = usage.schedule {
    { at = "07:20", open = "pulse", lasting = seconds(20) },
    { at = "07:30", open = "player", lasting = minutes(1) },
    { at = "07:35", open = "tracker", lasting = minutes(1) },
    { at = "08:40", open = "player", lasting = seconds(30) },
    { at = "08:45", open = "player", lasting = seconds(30) },
  },
}
