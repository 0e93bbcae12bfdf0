-- What Android's standby buckets do, they do in weeks: apps that are hardly used any more get fewer
-- fetches, and those in use get them instead. In a day nobody has been unused for long, and it makes
-- no difference. Eight apps, each liked a third as much as the one before.
--   dormouse compare scripts/experiments/standby.lua

return experiment {
  title = "Standby buckets in a day and in two weeks",
  parameters = { length = { 1, 14 } }, -- days
  scenario = function(p)
    local reader = app {
      id = "reader", script = "../apps/news.lua", modes = { "fetch" }, count = 8,
    }
    local liked = {}
    for number = 1, 8 do
      liked["reader-" .. number] = 3 ^ -number
    end
    return scenario {
      duration = days(p.length),
      apps = { reader },
      servers = { server { host = "news.example", publishes = { perHour = 2 } } },
      user = usage.habits { apps = liked },
    }
  end,
  policies = { "first-come", "standby-buckets" },
  replications = 10,
  metrics = { "fresh at open", "staleness mean", "slots used", "fetches new", "energy background" },

  expect = function(result)
    local day = result:difference("fresh at open", "standby-buckets", { length = 1 })
    assert(not day.low or day.low <= 0 and day.high >= 0, "a day makes a difference")
    local weeks = result:difference("fresh at open", "standby-buckets", { length = 14 })
    assert(not weeks.low or weeks.low > 0, "two weeks are not fresher at open")
  end,
}
