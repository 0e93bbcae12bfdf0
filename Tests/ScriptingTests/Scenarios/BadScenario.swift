import Testing

/// Keys of a scenario, beside those of the shortest good one, and what is said about them.
struct BadScenario: Sendable, CustomTestStringConvertible {
  let keys: String
  let message: String
  var testDescription: String { keys }

  init(_ keys: String, _ message: String) {
    self.keys = keys
    self.message = message
  }

  static let scenarios: [BadScenario] = [
    BadScenario("titel = 'x'", "scenario: unknown key (\"titel\"); did you mean \"title\"?"),
    BadScenario(
      "zzz = 1",
      "scenario: unknown key (\"zzz\"); keys are \"title\", \"duration\", \"startsAt\", \"seed\", "
        + "\"platform\", \"device\", \"apps\", \"servers\", \"user\", \"pushes\", "
        + "\"network\", \"power\", "
        + "\"battery\", \"lowPowerAt\", \"thermal\", "
        + "\"locations\", \"bluetooth\", \"firstUnlock\", \"policy\", \"expect\", "
        + "\"always\", \"never\", \"eventually\""),
    BadScenario(
      "always = 5", "scenario.always: not a function (5); write function(...) ... end"),
    BadScenario(
      "never = { 5 }", "scenario.never[1]: not a function (5); write function(...) ... end"),
    BadScenario("title = 5", "scenario.title: not a string (5); write it in quotes"),
    BadScenario("title = ''", "scenario.title: empty (\"\"); give a text"),
    BadScenario("7", "scenario: a value without a name (7); write name = value"),
    BadScenario(
      "seed = -1",
      "scenario.seed: out of range (-1); give a whole number, 0 to 9223372036854775807"),
    BadScenario(
      "seed = 1.5",
      "scenario.seed: not a whole number (1.5); give a whole number, 0 to 9223372036854775807"),
    BadScenario(
      "startsAt = '24:00'",
      "scenario.startsAt: not a time of day (\"24:00\"); write \"HH:MM\" or \"HH:MM:SS\""),
    BadScenario(
      "startsAt = '7:00'",
      "scenario.startsAt: not a time of day (\"7:00\"); write \"HH:MM\" or \"HH:MM:SS\""),
    BadScenario(
      "startsAt = true",
      "scenario.startsAt: not a time of day (true); write \"HH:MM\" or \"HH:MM:SS\""),
    BadScenario(
      "network = { { at = print, kind = 'wifi' } }",
      "scenario.network[1].at: not a time (a function); give \"HH:MM\", { day = 2, \"HH:MM\" } or "
        + "seconds since the start"),
    BadScenario(
      "user = usage.habits { apps = { 3 } }",
      "usage.habits.apps: a weight without an app (1); write id = weight"),
    BadScenario(
      "policy = 'x.lua'",
      "scenario.policy: no such file (\"x.lua\"); give a policy's name or .lua file"),
    BadScenario(
      "user = { }",
      "scenario.user: no user model (a table); give usage.schedule, usage.people, "
        + "usage.habits or usage.trace"),
    BadScenario(
      "device = app { id = 'x', script = 'app.lua' }",
      "scenario.device: not what belongs here (an app { ... }); give device { ... }"),
    BadScenario(
      "network = 'wifi'", "scenario.network: not a list (\"wifi\"); give { ... } with entries"),
    BadScenario(
      "network = { 'wifi' }",
      "scenario.network[1]: not what belongs here (\"wifi\"); give entry { ... }"),
    BadScenario(
      "network = { { at = 0, kind = 'wi-fi' } }",
      "scenario.network[1].kind: unknown kind (\"wi-fi\"); did you mean \"wifi\"?"),
    BadScenario(
      "network = { { kind = 'wifi' } }",
      "scenario.network[1]: missing key (\"at\"); give time: from when on"),
    BadScenario(
      "network = { { at = -1, kind = 'wifi' } }",
      "scenario.network[1].at: out of range (-1); give seconds, 0 or more, at most 100 years"),
    BadScenario(
      "network = { { at = {}, kind = 'wifi' } }",
      "scenario.network[1].at: no time of day (a table); give \"HH:MM\", { day = 2, \"HH:MM\" } or "
        + "seconds since the start"),
    BadScenario(
      "power = { { at = 0 } }",
      "scenario.power[1]: changes nothing (no level, charging or lowPowerMode); give one of them"),
    BadScenario(
      "power = { { at = 0, level = 80 } }",
      "scenario.power[1].level: out of range (80); give a number, 0 to 1"),
  ]

  static let devices: [BadScenario] = [
    BadScenario("doze = false", "device.doze: doze is Android's; this device is iOS 26"),
    BadScenario(
      "flexibleConstraints = { 'charging' }",
      "device.flexibleConstraints: flexibleConstraints is Android's; this device is iOS 26"),
    BadScenario(
      "os = 'Android 13', flexibleConstraints = { 'charging' }",
      "device.flexibleConstraints: they came with Android 15; this device is Android 13"),
    BadScenario(
      "os = 'Android 15', fetchSlots = { starts = 1 }",
      "device.fetchSlots: fetchSlots is iOS's; this device is Android 15, whose jobs have quotas"
        + " (standby.md)"),
    BadScenario(
      "os = 'Android 15', pool = { capacity = 60 }",
      "device.pool: pool is iOS's; this device is Android 15, whose jobs have quotas (standby.md)"),
    BadScenario(
      "os = 'Android 15', flexibleConstraints = { 'chargin' }",
      "device.flexibleConstraints: unknown constraint (\"chargin\"); did you mean \"charging\"?"),
    BadScenario(
      "os = 'iOS 19'",
      "device.os: unknown version (\"iOS 19\"); versions are \"iOS 4\" to \"iOS 18\", "
        + "\"iOS 26\" to \"iOS 27\", \"Android 13\" and \"Android 15\" to \"Android 16\""),
    BadScenario(
      "pool = 'iOS'",
      "device.pool: unknown pool (\"iOS\"); pools are \"discretionary\""),
    BadScenario(
      "memroy = 1", "device: unknown key (\"memroy\"); did you mean \"memory\"?"),
    BadScenario(
      "memory = 0", "device.memory: out of range (0); give MB, above 0, at most 1000000000"),
    BadScenario(
      "cores = 0", "device.cores: out of range (0); give a whole number, 1 to 1000"),
    BadScenario(
      "cores = 1.5", "device.cores: not a whole number (1.5); give a whole number, 1 to 1000"),
    BadScenario(
      "memory = '3 GB'",
      "device.memory: not a number (\"3 GB\"); give MB, above 0, at most 1000000000"),
    BadScenario(
      "backgroundTime = 0/0",
      "device.backgroundTime: out of range (nan); give seconds, above 0, at most 100 years"),
    BadScenario(
      "backgroundTime = math.huge",
      "device.backgroundTime: out of range (inf); give seconds, above 0, at most 100 years"),
    BadScenario(
      "backgroundTime = days(36600)",
      "device.backgroundTime: out of range (3162240000); give seconds, above 0, at most 100 years"),
    BadScenario(
      "backgroundTime = 1e-12",
      "device.backgroundTime: under a nanosecond (1e-12); give seconds, above 0, at most 100 years"),
    BadScenario(
      "expirationLead = 31",
      "device.expirationLead: longer than backgroundTime (31); give at most 30"),
    BadScenario("pool = 600", "device.pool: not what belongs here (600); give pool { ... }"),
    BadScenario(
      "pool = { initial = 601 }", "device.pool.initial: above the capacity (601); give at most 600"),
    BadScenario(
      "pool = { refillEvery = 0.5 }",
      "device.pool.refillEvery: out of range (0.5); give seconds, 1 or more, at most 100 years"),
    BadScenario(
      "pool = { byTime = { { from = '22:00', to = '07:00' } } }",
      "device.pool.byTime[1]: changes nothing; give capacity, refill"),
    BadScenario(
      "pool = { byTime = { { from = '22:00', to = '22:00', refill = 1 } } }",
      "device.pool.byTime[1].to: no time after from; give another time of day"),
    BadScenario(
      "fetchSlots = { byTime = { { to = '22:00', starts = 1 } } }",
      "device.fetchSlots.byTime[1]: missing key (\"from\"); give time of day: when it begins"),
    BadScenario(
      "fetchSlots = { concurrent = 1.5 }",
      "device.fetchSlots.concurrent: not a whole number (1.5); give a whole number, 0 to 1000000"),
    BadScenario(
      "fetchSlots = { starts = -1 }",
      "device.fetchSlots.starts: out of range (-1); give a whole number, 0 to 1000000"),
    BadScenario(
      "multitasking = 'yes'", "device.multitasking: not a boolean (\"yes\"); give true or false"),
    BadScenario(
      "wifi = { rate = 0 }",
      "device.wifi.rate: out of range (0); give bytes/s, above 0, at most 1000000000000"),
    BadScenario(
      "limits = { lunch = 20 }",
      "device.limits: unknown key (\"lunch\"); did you mean \"launch\"?"),
  ]

  static let apps: [BadScenario] = [
    BadScenario(
      "id = 'x', script = 'app.lua', permissions = { 'RECEIVE_BOOT_COMPLETED' }",
      "app \"x\".permissions: permissions is Android's; this device is iOS 26"),
    BadScenario(
      "id = 'x', script = 'app.lua', exactAlarms = true",
      "app \"x\".exactAlarms: exactAlarms is Android's; this device is iOS 26"),
    BadScenario(
      "id = 'x', script = 'app.lua', foregroundServices = { 'health' }",
      "app \"x\".foregroundServices: foregroundServices is Android's; this device is iOS 26"),
    BadScenario(
      "id = 'x', script = 'app.lua', predictedBucket = 'rare'",
      "app \"x\".predictedBucket: predictedBucket is Android's; this device is iOS 26"),
    BadScenario(
      "id = 'x', script = 'app.lua', predictedBucket = 'restricted'",
      "app \"x\".predictedBucket: unknown bucket (\"restricted\"); buckets are \"active\", "
        + "\"workingSet\", \"frequent\", \"rare\""),
    BadScenario(
      "id = 'x', script = 'app.lua', permissions = { 'CAMERA' }",
      "app \"x\".permissions[1]: no permission that is modelled (\"CAMERA\"); give "
        + "SCHEDULE_EXACT_ALARM, USE_EXACT_ALARM, RECEIVE_BOOT_COMPLETED, "
        + "ACCESS_BACKGROUND_LOCATION"),
    BadScenario("", "app: missing key (\"id\"); give string: its name; unique"),
    BadScenario(
      "id = 'x'",
      "app \"x\": missing key (\"script\"); give string: the app's Lua file, relative to the scenario"
    ),
    BadScenario(
      "id = 'x', script = 'b.lua'",
      "app \"x\".script: no such file (\"b.lua\"); name a .lua file, relative to the scenario"),
    BadScenario(
      "id = 'x', script = 'app.lua', modes = { 'fetsh' }",
      "app \"x\".modes: unknown mode (\"fetsh\"); did you mean \"fetch\"?"),
    BadScenario(
      "id = 'x', script = 'app.lua', modes = 'fetch'",
      "app \"x\".modes: not a list (\"fetch\"); give { ... } with modes"),
    BadScenario(
      "id = 'x', script = 'app.lua', memory = { 1, 2, -3 }",
      "app \"x\".memory[3]: out of range (-3); give MB, 0 to 1000000"),
    BadScenario(
      "id = 'x', script = 'app.lua', memory = { 1, 2 }",
      "app \"x\".memory: not three numbers (2); give { foreground, background, suspended }"),
    BadScenario(
      "id = 'x', script = 'app.lua', visible = { 'rank' }",
      "app \"x\".visible[1]: no such option (\"rank\"); the app has no options"),
    BadScenario(
      "id = 'x', script = 'app.lua', options = { rank = 1, other = 2 }, visible = { 'rnak' }",
      "app \"x\".visible[1]: no such option (\"rnak\"); did you mean \"rank\"?"),
    BadScenario(
      "id = 'x', script = 'app.lua', options = { rank = { 1 } }, visible = { 'rank' }",
      "app \"x\".visible[1]: a table (\"rank\"); "
        + "policies see options that are a number, string or boolean"),
    BadScenario(
      "id = 'x', script = 'app.lua', options = { rank = 1 }, visible = { 'rank', 'rank' }",
      "app \"x\".visible[2]: named twice (\"rank\"); leave one out"),
    BadScenario(
      "id = 'x', script = 'app.lua', options = { rank = 1 }, visible = 'rank'",
      "app \"x\".visible: not a list (\"rank\"); give { ... } with names of options"),
    BadScenario(
      "id = 'x', script = 'app.lua', count = 0",
      "app \"x\".count: out of range (0); give a whole number, 1 to 1000000"),
    BadScenario(
      "id = 'x', script = 'app.lua', count = 1000000",
      "app \"x\": too many apps (over 1000000); give a smaller count"),
    BadScenario(
      "id = 'x', script = 'app.lua', count = 1e7",
      "app \"x\".count: out of range (10000000); give a whole number, 1 to 1000000"),
    BadScenario(
      "id = 'a', script = 'app.lua'",
      "app \"a\": an app of this id is there already (\"a\"); give another id"),
    BadScenario(
      "id = 'x', script = 'app.lua', options = 5",
      "app \"x\".options: not what belongs here (5); give options { ... }"),
    BadScenario(
      "id = 'x', script = 'app.lua', options = { f = { print } }",
      "app \"x\".options.f[1]: no plain data (a function); options hold data only"),
    BadScenario(
      "id = 'x', script = 'app.lua', memoryCap = 1",
      "app \"x\".memoryCap: out of range (1); give a whole number, 262144 to 1073741824"),
    BadScenario(
      "id = 'x', script = 'app.lua', instructionCost = 1e-9",
      "app \"x\".instructionCost: out of range (1e-09); give seconds, 0.00001 or more, at most"
        + " 100 years"),
  ]

  static let servers: [BadScenario] = [
    BadScenario("", "server: missing key (\"host\"); give string: its name in URLs; unique"),
    BadScenario(
      "host = 'o'", "server \"o\": a server of this host is there already; give another host"),
    BadScenario(
      "host = 'h', latency = { median = 2 }",
      "server \"h\".latency: missing key (\"p95\"); give s: one in twenty is slower"),
    BadScenario(
      "host = 'h', latency = { median = 2, p95 = 1 }",
      "server \"h\".latency.p95: below the median (1); give at least 2"),
    BadScenario(
      "host = 'h', latency = { median = 2, p95 = -1 }",
      "server \"h\".latency.p95: out of range (-1); give seconds, above 0, at most 100 years"),
    BadScenario(
      "host = 'h', fails = 1.01", "server \"h\".fails: out of range (1.01); give a number, 0 to 1"),
    BadScenario(
      "host = 'h', publishes = { }",
      "server \"h\".publishes: not one rule (0 of them); give one of every, perHour and at"),
    BadScenario(
      "host = 'h', publishes = { every = 1, at = {} }",
      "server \"h\".publishes: not one rule (2 of them); give one of every, perHour and at"),
    BadScenario(
      "host = 'h', publishes = { perHour = 1, byHour = { 1, 2 } }",
      "server \"h\".publishes.byHour: not 24 weights (2); give one for each hour from midnight"),
    BadScenario(
      "host = 'h', publishes = { perHour = 1, byHour = { \(String(repeating: "0,", count: 24)) } }",
      "server \"h\".publishes.byHour: all are 0; give one hour more, or leave publishes out"),
    BadScenario(
      "host = 'h', publishes = { every = 1, byHour = { \(String(repeating: "1,", count: 24)) } }",
      "server \"h\".publishes: byHour without perHour; it shares out what perHour says"),
    BadScenario(
      "host = 'h', publishes = { every = 0 }",
      "server \"h\".publishes.every: out of range (0); give seconds, 0.001 or more, at most 100 years"
    ),
    BadScenario(
      "host = 'h', publishes = { at = { 'noon' } }",
      "server \"h\".publishes.at[1]: not a time of day (\"noon\"); write \"HH:MM\" or \"HH:MM:SS\""),
  ]

  static let users: [BadScenario] = [
    BadScenario(
      "schedule { { at = { day = 9, '08:00' }, open = 'a' } }",
      "usage.schedule[1].at: after the end of the run (day 9 08:00:00.000), so it never happens; the "
        + "run ends at 06:01:00.000: make it longer, or take the entry out"),
    BadScenario("schedule { }", "usage.schedule: empty (no entries); give at least one"),
    BadScenario(
      "schedule { apps = {} }",
      "usage.schedule: not a list of entries; write { at = \"08:00\", open = \"news\" }, ..."),
    BadScenario(
      "schedule { { at = 1, open = 'A2' } }",
      "usage.schedule[1].open: no such app (\"A2\"); apps are \"a\""),
    BadScenario(
      "schedule { { at = 1, forceQuit = 'bb' } }",
      "usage.schedule[1].forceQuit: no such app (\"bb\"); apps are \"a\""),
    BadScenario(
      "schedule { { at = 1 } }",
      "usage.schedule[1]: not one deed; give one of open, close, forceQuit, lock and unlock"),
    BadScenario(
      "schedule { { at = 1, open = 'a', close = true } }",
      "usage.schedule[1]: not one deed; give one of open, close, forceQuit, lock and unlock"),
    BadScenario(
      "schedule { { at = 1, close = true, lasting = 5 } }",
      "usage.schedule[1].lasting: without open; say which app is open so long"),
    BadScenario(
      "schedule { { at = '05:59', open = 'a' } }",
      "usage.schedule[1].at: before the start (\"05:59\"); the run starts at 06:00: write "
        + "{ day = 2, \"05:59\" } for the next day"),
    BadScenario(
      "schedule { { at = { dya = 2, '08:00' }, open = 'a' } }",
      "usage.schedule[1].at: unknown key (\"dya\"); did you mean \"day\"?"),
    BadScenario(
      "habits { sesionsPerDay = 1 }",
      "usage.habits: unknown key (\"sesionsPerDay\"); did you mean \"sessionsPerDay\"?"),
    BadScenario(
      "habits { byHour = { 1, 2 } }",
      "usage.habits.byHour: not 24 weights (2); give one for each hour from midnight"),
    BadScenario(
      "habits { apps = { news = 1 } }", "usage.habits.apps: no such app (\"news\"); apps are \"a\""),
    BadScenario(
      "habits { apps = { a = -1 } }",
      "usage.habits.apps.a: out of range (-1); give a number, 0 to 1000000000000"),
    BadScenario(
      "habits { sessionsPerDay = 500 }",
      "usage.habits: 500.0 sessions of 319.2 s do not fit into a day; give fewer or shorter"),
    BadScenario(
      "habits { apps = { a = 0 } }",
      "usage.habits: the weights of apps add up to nothing usable; make one positive"),
    BadScenario(
      "people { fal = 1 }", "usage.people: unknown key (\"fal\"); did you mean \"fall\"?"),
    BadScenario(
      "people { calibration = 'lsap' }",
      "usage.people.calibration: unknown calibration (\"lsap\"); did you mean \"lsapp\"?"),
    BadScenario(
      "people { fall = -0.1 }", "usage.people.fall: out of range (-0.1); give a number, 0 to 100"),
    BadScenario(
      "people { glanceMedian = 0 }",
      "usage.people.glanceMedian: out of range (0); give seconds, 0.001 to 86400"),
    BadScenario(
      "people { taste = 1/0 }",
      "usage.people.taste: out of range (inf); give a number, 0 to 100"),
    BadScenario(
      "people { returning = 0.7, following = 0.4 }",
      "usage.people: returning and following add up to more than 1 (1.1); they are probabilities of "
        + "the same choice: make one smaller"),
    BadScenario(
      "people { byHour = { 1, 2 } }",
      "usage.people.byHour: not 24 weights (2); give one for each hour from midnight"),
    BadScenario(
      "people { byHour = { 0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0 } }",
      "usage.people: the weights of byHour add up to nothing usable; make one positive"),
    BadScenario(
      "people { person = 1.5 }",
      "usage.people.person: not a whole number (1.5); give a whole number, 0 to \(Int.max)"),
    BadScenario(
      "people { apps = { news = 1 } }", "usage.people.apps: no such app (\"news\"); apps are \"a\""),
    BadScenario(
      "people { apps = { a = 0 } }",
      "usage.people: the weights of apps add up to nothing usable; make one positive"),
    BadScenario(
      "trace { file = 'none.csv', format = 'csv' }",
      "usage.trace.file: no such file (\"none.csv\"); name it relative to the script"),
    BadScenario(
      "trace { file = 'u.csv', format = 'cvs' }",
      "usage.trace.format: unknown format (\"cvs\"); did you mean \"csv\"?"),
    BadScenario(
      "trace { file = 'u.csv' }",
      "usage.trace: missing key (\"format\"); give string: \"android-usage-events\", \"lsapp\", "
        + "\"csv\" or \"aware-screen\""),
  ]
}
