/// Calls of the device without end.
extension HostileScript {
  static let floods = [
    HostileScript("print", .watchdog, "while true do print('x') end"),
    HostileScript(
      "print of long texts", .watchdog, "local s = ('x'):rep(1e5) while true do print(s) end"),
    HostileScript(
      "NSLog of long texts", .watchdog, "local s = ('x'):rep(1e5) while true do NSLog('%@', s) end"),
    HostileScript(
      "NSLog of a table that holds itself", .watchdog,
      "local t = {} t[1], t[2], t.x = t, t, t while true do NSLog('%@', t) end"),
    HostileScript(
      "NSLog of a large table", .watchdog,
      "local t = {} for i = 1, 1e4 do t[i] = { i } end while true do NSLog('%@', t) end"),
    HostileScript(
      "io.write of lines", .watchdog, "local s = ('\\n'):rep(1e5) while true do io.write(s) end"),
    HostileScript("io.write without an end", .watchdog, "while true do io.write('xxxxxxxx') end"),
    HostileScript(
      "data tasks that are started", .watchdog,
      "while true do URLSession.shared:dataTask('https://nowhere/', print):resume() end"),
    HostileScript(
      "data tasks that are cancelled", .watchdog,
      "while true do local t = URLSession.shared:dataTask('https://nowhere/', function() end)"
        + " t:resume() t:cancel() end"),
    HostileScript(
      "data tasks, a hundred thousand", .memoryLimit,
      "local function go() for i = 1, 3000 do"
        + " URLSession.shared:dataTask('https://nowhere/', print) end"
        + " DispatchQueue.main:asyncAfter(0.01, go) end go() return {}"),
    HostileScript(
      "data tasks that start others", nil,
      "local function go() URLSession.shared:dataTask('https://nowhere/', go):resume() end"
        + " go() return {}"),
    HostileScript(
      "a hundred data tasks that start others", nil,
      "local function go() URLSession.shared:dataTask('https://nowhere/', go):resume() end"
        + " for i = 1, 100 do go() end return {}"),
    HostileScript(
      "data tasks that are cancelled and start others", nil,
      "local function go() local t = URLSession.shared:dataTask('https://nowhere/', go)"
        + " t:resume() t:cancel() end for i = 1, 100 do go() end return {}"),
    HostileScript(
      "tasks that await requests without end", nil,
      "for i = 1, 1e3 do Task(function() while true do"
        + " URLSession.shared:data('https://nowhere/') end end) end return {}"),
    HostileScript(
      "data tasks with long URLs that wait", .memoryLimit,
      "local s = 'https://' .. ('x'):rep(1e3) local function go() for i = 1, 100 do"
        + " URLSession.shared:dataTask(s, print) end DispatchQueue.main:async(go) end go()"
        + " return {}"),
    HostileScript(
      "a long URL", .uncaughtException,
      "URLSession.shared:dataTask('https://' .. ('x'):rep(4e6), print)"),
    HostileScript(
      "defaults with a big tree", .watchdog,
      tree + "while true do UserDefaults.standard:set('tree', tree) end"),
    HostileScript(
      "defaults that are read", .watchdog,
      tree + "UserDefaults.standard:set('tree', tree)"
        + " while true do UserDefaults.standard:value('tree') end"),
    HostileScript(
      "defaults with long keys", .uncaughtException,
      "local n, s = 0, ('x'):rep(1e5) while true do n = n + 1"
        + " UserDefaults.standard:set(s .. n, n) end"),
    HostileScript("os.date", .watchdog, "while true do os.date() end"),
    HostileScript(
      "os.date with a long format", .watchdog,
      "local f = ('%c'):rep(1e5) while true do os.date(f) end"),
    HostileScript(
      "os.time of tables", .watchdog,
      "while true do os.time({ year = 2024, month = 1, day = 1 }) end"),
    HostileScript(
      "timers", .memoryLimit,
      "local function f() end local function go()"
        + " for i = 1, 5000 do Timer.scheduledTimer(100, false, f) end"
        + " DispatchQueue.main:asyncAfter(0.01, go) end go() return {}"),
    HostileScript(
      "timers that are invalidated", .watchdog,
      "local function f() end while true do Timer.scheduledTimer(1, true, f):invalidate() end"),
    HostileScript(
      "a timer of no interval", nil,
      "Timer.scheduledTimer(0, true, function() end) return {}"),
    HostileScript(
      "many timers of no interval", nil,
      "for i = 1, 100 do Timer.scheduledTimer(0, true, function() local t = {} end) end return {}"),
    HostileScript(
      "a thousand timers of no interval", nil,
      "for i = 1, 1e3 do Timer.scheduledTimer(0, true, function() end) end return {}"),
    HostileScript(
      "ten thousand timers of no interval", nil,
      "for i = 1, 1e4 do Timer.scheduledTimer(0, true, function() end) end return {}"),
    HostileScript(
      "a thousand blocks that put themselves off for no time", nil,
      "local function go() DispatchQueue.main:asyncAfter(0, go) end for i = 1, 1e3 do go() end"
        + " return {}"),
    HostileScript(
      "a thousand blocks that put themselves off for a nanosecond", nil,
      "local function go() DispatchQueue.main:asyncAfter(1e-9, go) end for i = 1, 1e3 do go() end"
        + " return {}"),
    HostileScript(
      "a queue that feeds itself", nil,
      "local function go() DispatchQueue.main:async(go) end go() return {}"),
    HostileScript(
      "a queue that feeds itself six times", .memoryLimit,
      "local function go() for i = 1, 6 do DispatchQueue.main:async(go) end end go()"
        + " return {}"),
    HostileScript(
      "a global queue that feeds itself", nil,
      "local function go() DispatchQueue.global():async(go) end go() return {}"),
    HostileScript(
      "a global queue that feeds itself six times", .memoryLimit,
      "local function go() for i = 1, 6 do DispatchQueue.global():async(function() go() end) end end"
        + " go() return {}"),
    HostileScript(
      "a global queue that works in slices", nil,
      "for i = 1, 200 do DispatchQueue.global():async(function()"
        + " while true do work(0.01) end end) end return {}"),
    HostileScript(
      "a global queue that never pauses", .watchdog,
      "DispatchQueue.global():async(function() while true do end end) return {}"),
    HostileScript(
      "tasks that make tasks", .memoryLimit,
      "local function go() for i = 1, 6 do Task(go) end end Task(go) return {}"),
    HostileScript(
      "tasks that sleep for no time", nil,
      "for i = 1, 100 do Task(function() while true do Task.sleep(0) end end) end return {}"),
    HostileScript(
      "sleepers on global queues", nil,
      "for i = 1, 100 do DispatchQueue.global():async(function()"
        + " while true do Task.sleep(0) end end) end return {}"),
    HostileScript(
      "background tasks without end", .tooManyBackgroundTasks,
      "while true do UIApplication.shared:beginBackgroundTask() end"),
    HostileScript(
      "background tasks begun and ended", .watchdog,
      "while true do local a = UIApplication.shared a:endBackgroundTask(a:beginBackgroundTask()) end"
    ),
    HostileScript(
      "background tasks that are none", .watchdog,
      "while true do UIApplication.shared:endBackgroundTask(99) end"),
    HostileScript(
      "locks taken and released", .watchdog,
      "while true do FileLock.acquire('a'):release() end"),
    HostileScript(
      "locks of ever new names", .uncaughtException,
      "local n = 0 while true do n = n + 1 FileLock.acquire('a' .. n) end"),
    HostileScript(
      "locks of long names", .uncaughtException,
      "local s = ('x'):rep(1e6) local n = 0 while true do n = n + 1 FileLock.acquire(s .. n) end"),
    HostileScript(
      "many that wait for a lock", nil,
      "for i = 1, 990 do DispatchQueue.global():async(function()"
        + " while true do local l = FileLock.wait('a') l:release() end end) end return {}"),
    HostileScript(
      "too many that wait for a lock", .uncaughtException,
      "for i = 1, 1e4 do DispatchQueue.global():async(function() FileLock.wait('a') end) end "
        + "return {}"),
    HostileScript(
      "background tasks of long names", .uncaughtException,
      "UIApplication.shared:beginBackgroundTask(('x'):rep(4e6))"),
    HostileScript(
      "findings at ever new places", .watchdog,
      "local n = 0 while true do n = n + 1"
        + " load('UIApplication.shared:endBackgroundTask(99)', '=' .. n)() end"),
    HostileScript("work without end", .watchdog, "while true do work(0) end"),
    HostileScript("work in huge amounts", nil, "work(1e300)"),
    HostileScript(
      "fetch intervals", .watchdog,
      "while true do UIApplication.shared:setMinimumBackgroundFetchInterval(1) end"),
    HostileScript(
      "properties", .watchdog,
      "while true do local a = UIDevice.current.batteryLevel, os.clock(), os.time() end"),
    HostileScript("random numbers", .watchdog, "while true do math.random(1, (1 << 62) + 1) end"),
    HostileScript("require", .watchdog, "while true do pcall(require, 'nothing') end"),
  ]

  private static let tree =
    "local tree = {} for i = 1, 1e4 do tree[i] = { name = 'name', value = i } end "
}
