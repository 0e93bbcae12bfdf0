-- Two chats by silent push on a morning. The server of one sends a push for each message, more than
-- Apple advises: the phone holds most of them back and delivers the newest every 15 minutes or so.

local p = scenario.parameters {
  perHour = { default = 8, min = 0.1, help = "messages an hour" },
}

return scenario {
  title = "A chat by silent push",
  duration = hours(6),
  startsAt = "06:00",
  seed = 5,
  apps = {
    app { id = "chat", script = "../apps/chat-push.lua", modes = { "remote-notification" } },
    app {
      id = "family", script = "../apps/chat-push.lua", modes = { "remote-notification" },
      options = { host = "family.example" },
    },
  },
  servers = {
    server { host = "chat.example", fails = 0.02, publishes = { perHour = p.perHour } },
    server { host = "family.example", publishes = { at = { "07:10", "09:40", "11:00" } } },
  },
  pushes = {
    { to = "chat", follows = "chat.example", userInfo = { room = "work" } },
    { to = "family", follows = "family.example", userInfo = { room = "home" } },
  },
  user = usage.schedule {
    -- Who never opened an app gets none of its pushes.
    { at = "06:00", open = "chat", lasting = 30 },
    { at = "06:01", open = "family", lasting = 30 },
    { at = "06:30", open = "chat", lasting = minutes(3) },
    { at = "08:15", open = "family", lasting = minutes(1) },
    { at = "09:00", forceQuit = "family" },
    { at = "10:00", open = "chat", lasting = minutes(5) },
    { at = "10:30", open = "family", lasting = minutes(1) },
  },
  network = {
    { at = "08:00", kind = "cellular" }, { at = "08:20", kind = "none" },
    { at = "08:50", kind = "cellular" }, { at = "09:10", kind = "wifi" },
  },
  power = {
    { at = "06:00", level = 0.8, charging = false },
    { at = "10:45", lowPowerMode = true }, { at = "11:15", lowPowerMode = false },
  },
}
