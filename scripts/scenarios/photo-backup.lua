-- Three photo backups by background transfer, from an evening into the night. One is left at once,
-- loses the network on its way, and is ended by the system before its last photo is up; one is
-- discretionary and waits for Wi-Fi, then for the charger; one is swiped away in the midst of it.

return scenario {
  title = "Photo backups by background transfer",
  duration = hours(13),
  startsAt = "18:00",
  seed = 6,
  device = device { os = "iOS 18" },
  apps = {
    app {
      id = "album", script = "../apps/photo-backup.lua",
      options = { photos = 6, bytes = MB(120) },
    },
    app {
      id = "archive", script = "../apps/photo-backup.lua",
      options = { photos = 3, bytes = MB(900), discretionary = true },
    },
    app {
      id = "holiday", script = "../apps/photo-backup.lua",
      options = { photos = 2, bytes = MB(300) },
    },
    app { id = "game", script = "../apps/game.lua", memory = { 3000, 200, 100 } },
  },
  servers = {
    server {
      host = "photos.example", latency = { median = 0.3, p95 = 1.2 }, rate = MB(1), fails = 0.15,
    },
  },
  user = usage.schedule {
    { at = "18:10", open = "album", lasting = 40 },
    { at = "18:30", open = "archive", lasting = minutes(2) },
    { at = "19:10", open = "game", lasting = minutes(20) },
    { at = "20:00", open = "holiday", lasting = minutes(1) },
    { at = "20:02", forceQuit = "holiday" },
    { at = "21:00", open = "holiday", lasting = minutes(8) },
  },
  network = {
    { at = "18:00", kind = "wifi" }, { at = "18:11", kind = "none" },
    { at = "18:15", kind = "cellular" }, { at = "19:00", kind = "wifi" },
  },
  power = {
    { at = "18:00", level = 0.45, charging = false }, { at = "22:30", charging = true },
  },
}
