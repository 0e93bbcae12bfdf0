import Device
import Testing

@testable import Scripting

@Suite("What check finds in a script's names")
struct LuaCheckerTests {
  private func problems(_ text: String, in file: String = "app.lua") throws -> [String] {
    let script = AppScript(source: Array(text.utf8), displayName: file)
    try script.check()
    return script.problemsWithNames().map(\.description)
  }

  @Test("a callback that is not modelled is never called, which is told with the one that is")
  func unmodelledCallbacks() throws {
    #expect(
      try problems(
        "local app = {}\nfunction app:sceneDidEnterBackground() end\nreturn app") == [
          "app.lua:2: a method that is never called (\"sceneDidEnterBackground\"): "
            + "sceneDidEnterBackground is not modelled; didEnterBackground is called then"
        ])
  }

  @Test("a policy that asks the machine for its clock is told of the phone's")
  func clock() throws {
    #expect(
      try problems("return policy { fetches = function() return os.time() end }", in: "p.lua") == [
        "p.lua:1: there is no os here: a policy has no clock of the machine; device.now has seconds "
          + "since the start of the run"
      ])
  }

  @Test("a key that a table is given twice, of which the first is lost")
  func keysGivenTwice() throws {
    #expect(
      try problems(
        """
        local options = { a = 1, ["b"] = { a = 1 }, c = function() local a, b = 1 end,
          b = 2, [1] = 1, a = 3 }
        return { didEnterBackground = function() print(options) end }
        """) == [
          "app.lua:2: b is given twice, and the first is lost; leave one out",
          "app.lua:2: a is given twice, and the first is lost; leave one out",
        ])
  }

  @Test("all mistakes of a file at once, each at its line")
  func together() throws {
    #expect(
      try problems(
        """
        local app = {}
        function app:didEnterBackgroud(application)
          local task = application:beginBackgroundTask(5, function() end)
          aplication:endBackgroundTask(task)
          application.endBackgroundTask(task)
          if UIApplication.shared.aplicationState == "active" then return end
          Timer.scheduledTimer(true, 1, function(timer) timer:invalidat() end)
          DispatchQueue.main:asyncAfter(function() end, 1)
          work()
          work("a while")
          URLSession.shared:dataTask("https://a.example", function(data, response, error)
            print(data.bites, response.statusCode, error.message)
          end):resume(3)
          application.applicationState = "active"
          string.fromat("%d", 3)
          print(UIDevice.curent)
        end
        return app
        """) == [
          "app.lua:2: a method that is never called (\"didEnterBackgroud\"); did you mean "
            + "\"didEnterBackground\"?",
          "app.lua:4: there is nothing of this name (\"aplication\"); did you mean \"application\"?",
          "app.lua:5: application.endBackgroundTask(...) is called with a dot; write "
            + "application:endBackgroundTask(...)",
          "app.lua:6: UIApplication has no \"aplicationState\"; did you mean \"applicationState\"?",
          "app.lua:7: Timer has no \"invalidat\"; did you mean \"invalidate\"?",
          "app.lua:7: Timer.scheduledTimer: interval is true; give a number",
          "app.lua:7: Timer.scheduledTimer: repeats is 1; give true or false",
          "app.lua:8: asyncAfter: seconds is a function; give a number",
          "app.lua:8: asyncAfter: block is 1; give a function or DispatchWorkItem",
          "app.lua:9: work: seconds is missing; give a number",
          "app.lua:10: work: seconds is \"a while\"; give a number",
          "app.lua:12: URLData has no \"bites\"; did you mean \"bytes\"?",
          "app.lua:12: URLError has no \"message\"; it has code, localizedDescription, "
            + "backgroundTaskCancelledReason",
          "app.lua:14: UIApplication.applicationState cannot be set; it can be read only",
          "app.lua:15: string has no \"fromat\"; did you mean \"format\"?",
          "app.lua:16: UIDevice has no \"curent\"; did you mean \"current\"?",
        ])
  }

  @Test("names of Apple's that are not modelled say so, and what to write instead")
  func unmodelled() throws {
    #expect(
      try problems(
        """
        local monitor = NWPathMonitor()
        return { didFinishLaunching = function() CKContainer.default() HKHealthStor.x() end }
        """) == [
          "app.lua:1: NWPathMonitor is not modelled; send a request with URLSession: without a "
            + "network it fails with -1009",
          "app.lua:2: CKContainer is not modelled; write URLSession with a server of the scenario "
            + "for what it sends and loads",
          "app.lua:2: there is nothing of this name (\"HKHealthStor\"); declare it local, or "
            + "correct its name",
        ])
    #expect(try problems("local Logger = { info = print } Logger.info('x')") == [])
    #expect(try problems("function Date() return os.time() end print(Date())") == [])
  }

  @Test("so do names of Android's")
  func unmodelledOfAndroid() throws {
    #expect(
      try problems(
        """
        local app = {}
        function app:onStartCommand(action) goAsync() return START_STICKY_COMPATIBILITY end
        function app:onCreate() if ConnectivityManager then stopService('x') end end
        return app
        """) == [
          "app.lua:2: goAsync is not modelled; write onReceive(action), a method of the app; a job "
            + "for what takes longer",
          "app.lua:2: START_STICKY_COMPATIBILITY is not modelled; write START_STICKY",
          "app.lua:3: ConnectivityManager is not modelled; send a request with OkHttpClient: "
            + "without a network it fails; a job may require one (requiredNetworkType)",
          "app.lua:3: stopService is not modelled; write stopSelf()",
        ])
  }

  @Test("no name that is modelled is among them")
  func modelled() {
    let known = Set(KnownGlobals.of(.app).map { String($0.split(separator: ".")[0]) })
    #expect(UnmodelledName.names.count > 50)
    #expect(known.intersection(UnmodelledName.names) == [])
    let android = Set(
      KnownGlobals.of(.app, .android).map { String($0.split(separator: ".")[0]) })
    #expect(UnmodelledName.androidNames.count > 50)
    #expect(android.intersection(UnmodelledName.androidNames) == [])
  }

  @Test(
    "what is right, or cannot be known, is not told",
    arguments: [
      "local x <const>, y = 1, 2 ; local function f(...) return ... end print(f(x, y))",
      "for i = 1, 3 do print(i) end for k, v in pairs {} do print(k, v) end",
      "goto done do local a = 1; print(a) end ::done:: print(0x.1p-3, 1e-5, .5, 3 .. 4, 2 // 1)",
      "count = 0 function tick() count = count + 1 end tick()",
      "local t = { a = 1, ['b'] = 2, 3; f = function(self) return self end } print(t.zzz, t:f())",
      "_ENV.anything = 1 print(anything)",
      "repeat local done = true until done",
      "local s = ('x'):rep(3) .. #'abc' print(s:upper().zzz)",
      "local app = UIApplication.shared app = { anything = 1 } print(app.anything)",
      "local begin = UIApplication.shared.beginBackgroundTask begin(UIApplication.shared, 'x')",
      "UIApplication.shared:beginBackgroundTask(function() end)",
      "UIApplication.shared:beginBackgroundTask(nil, function() end)",
      "UIApplication.shared.endBackgroundTask(UIApplication.shared, 3)",
      "Task(function(task) Task.sleep('2') print(task.isCancelled) end):cancel()",
      "URLSession.shared:dataTask { url = 'https://a.example' }",
      "local options = ... print(options.whatever, select('#', ...))",
      "if io then io.write('x') io.stdout:write('y'):flush() end",
      "BGTaskScheduler.shared:register('x', function(task) task.note = 1 print(task.note) end)",
      "local session = URLSession.background('x', { didComplete = print }) session:getAllTasks(print)",
      "table.unpack({ 1 }) math.maxinteger = nil",
    ])
  func right(text: String) throws {
    let fine = try problems(text)
    // A completion may be nil in front of nothing: that is told.
    #expect(fine.filter { !$0.contains("completion is missing") } == [])
  }

  @Test("methods that are assigned, loops, brackets and calls without them are read as well")
  func assigned() throws {
    #expect(
      try problems(
        """
        local app = {}
        app.didBecomeActve = function(self, application) end
        app.didEnterBackground = function(self, application)
          while true do application:beginBackgroundTsk("x") end
          local t = { [tostrng(1)] = -2 }
          Task.sleep "soon"
          Task.sleep(-"soon")
        end
        return app
        """) == [
          "app.lua:2: a method that is never called (\"didBecomeActve\"); did you mean "
            + "\"didBecomeActive\"?",
          "app.lua:4: UIApplication has no \"beginBackgroundTsk\"; did you mean "
            + "\"beginBackgroundTask\"?",
          "app.lua:5: there is nothing of this name (\"tostrng\"); did you mean \"tostring\"?",
          "app.lua:6: Task.sleep: seconds is \"soon\"; give a number",
        ])
  }

  @Test("of tests it knows phones and apps, and of the rest what their globals are")
  func kinds() throws {
    #expect(
      try problems(
        """
        test("a", function(t)
          local phone = t:devise { os = "iOS 18" }
          local other = t:device()
          local app = other:install("a.lua")
          app:opne()
          other:advance("soon")
          expect(app.task):toBeEmtpy()
        end)
        """) == [
          "app.lua:2: t has no \"devise\"; did you mean \"device\"?",
          "app.lua:5: app has no \"opne\"; did you mean \"open\"?",
          "app.lua:6: advance: seconds is \"soon\"; give a number",
          "app.lua:7: app has no \"task\"; did you mean \"tasks\"?",
          "app.lua:7: expect has no \"toBeEmtpy\"; did you mean \"toBeEmpty\"?",
        ])
    #expect(
      try problems("return scenario { duration = minute(5) }") == [
        "app.lua:1: there is nothing of this name (\"minute\"); did you mean \"minutes\"?"
      ])
    #expect(try problems("return policy { fetches = function() UIDevice() end }").count == 1)
  }

  @Test("modes without methods, and methods without modes, where the delegate is plain to see")
  func modes() throws {
    func told(_ text: String, _ modes: BackgroundModes, tasks: Bool = false) -> [String] {
      AppScript(source: Array(text.utf8), displayName: "a.lua")
        .problems(ofApp: "news", modes: modes, usesTaskScheduler: tasks).map(\.description)
    }
    let plain = "local app = {}\nfunction app:didBecomeActive() end\nreturn app"
    let fetching = "return {\n  performFetch = function() end,\n}"
    #expect(
      told(plain, [.fetch]) == [
        "a.lua:3: news has the mode fetch, and its delegate no performFetch; write the method, or "
          + "drop the mode"
      ])
    #expect(told(plain, [.fetch], tasks: true) == [])
    #expect(told(plain, []) == [])
    #expect(
      told(fetching, []) == [
        "a.lua:2: performFetch is never called: news has not the mode fetch; declare it in app { "
          + "modes = ... }"
      ])
    #expect(told(fetching, [.fetch]) == [])
    #expect(told("local app = require('x')\nreturn app", [.fetch]) == [])
    #expect(told("local app = {}\nmix(app)\nreturn app", [.fetch]) == [])
    #expect(told("local app = {}\napp[name()] = print\nreturn app", [.fetch]) == [])
    #expect(told("return setmetatable({}, {})", [.fetch]) == [])
    #expect(told("local app = {}\nfunction app:performFech() end\nreturn app", [.fetch]) == [])
  }
}
