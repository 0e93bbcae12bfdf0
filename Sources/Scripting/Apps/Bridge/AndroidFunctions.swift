import Device
import Lua
import Simulation

/// What apps for Android find beside what both families call alike: the names of its framework, of
/// Kotlin's coroutines and of OkHttp, whose rules are those of the device's threads and requests.
extension LuaLibraryBuilder<AppBridge> {
  /// - Parameters:
  ///   - task: the functions that cancel a coroutine and await it.
  mutating func defineAndroid(
    _ task: (cancel: LuaBoundFunction, value: LuaBoundFunction)
  ) -> (JobNames, WorkNames, LuaBoundFunction) {
    for level in ["d", "e", "i", "v", "w"] {
      function("Log.\(level)") { (frame, bridge) throws(LuaFailure) in
        try bridge.log("\(try frame.string(1)): \(try frame.string(2))", frame)
        return .none
      }
    }
    function("launch") { (frame, bridge) throws(LuaFailure) in
      try bridge.startTask(frame, 1, cancel: task.cancel, ("join", task.value))
    }
    function("delay") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.block)
      let time = try frame.delay(1)
      bridge.review(time, .process, "delay", frame)
      let fiber = try bridge.wait(frame, for: .time)
      bridge.sleep(fiber, for: .seconds(time))
      return .await
    }
    function("thread") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.block)
      try bridge.submit(frame, 1, to: .global)
      return .none
    }
    defineHandler()
    defineClient()
    definePreferences()
    defineAlarms()
    let serviceAnswer = defineServices()
    defineWakeLocks()
    defineNotifications()
    let jobs = defineJobs()
    return (jobs, defineWorkManager(), serviceAnswer)
  }

  /// `Handler()`: what it is given runs on the main thread.
  private mutating func defineHandler() {
    let handler = objectClass("Handler")
    function("Handler") { (frame, _) in
      frame.push(handler, identifier: 0)
      return .values(1)
    }
    method("post", of: handler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(handler, "handler:post(block)")
      try frame.charge(Cost.block)
      try bridge.submit(frame, 2, to: .main)
      return .none
    }
    method("postDelayed", of: handler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(handler, "handler:postDelayed(block, seconds)")
      try frame.charge(Cost.block)
      let delay = try frame.delay(3)
      bridge.review(delay, .process, "postDelayed", frame)
      try bridge.submit(frame, 2, to: .main, after: delay)
      return .none
    }
  }

  /// `OkHttpClient():newCall(request)`, which is executed or enqueued once.
  private mutating func defineClient() {
    let client = objectClass("OkHttpClient")
    let call = objectClass("Call")
    function("OkHttpClient") { (frame, _) in
      frame.push(client, identifier: 0)
      return .values(1)
    }
    method("newCall", of: client) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(client, "client:newCall(request)")
      try frame.charge(Cost.request)
      let request = try bridge.request(frame, 2)
      bridge.checkRequests(bridge.android.calls.count, frame)
      let place = bridge.location(frame)
      let handle = bridge.android.calls.add(Call(request: request, place: place))
      frame.push(call, identifier: Int(handle))
      bridge.app.noteMade(
        "this call is neither executed nor enqueued: its request is not sent", at: place)
      return .values(1)
    }
    method("execute", of: call) { (frame, bridge) throws(LuaFailure) in
      let handle = try frame.receiver(call, "call:execute()")
      try frame.charge(Cost.request)
      try bridge.check(call: handle, frame)
      // A coroutine only awaits; a callback of the main thread would keep it waiting.
      guard !bridge.app.isMainThread || bridge.currentTask >= 0 else {
        try bridge.take(call: handle)
        throw LuaFailure(
          .runtime,
          "NetworkOnMainThreadException: the main thread must not wait for a server; execute the call"
            + " in launch(...) or thread(...), or enqueue it")
      }
      // The number of the request is known only once it is told who waits for it.
      let fiber = try bridge.wait(frame, for: .time)
      let id = try bridge.begin(call: handle, for: .fiber(fiber), frame)
      bridge.waits[slot: fiber.number]?.kind = .request(id)
      if bridge.isCancelled { bridge.app.cancelRequest(id) }
      return .await
    }
    method("enqueue", of: call) { (frame, bridge) throws(LuaFailure) in
      let handle = try frame.receiver(call, "call:enqueue(callback)")
      try frame.charge(Cost.request)
      try bridge.check(call: handle, frame)
      let callback = try bridge.block(frame, 2)
      _ = try bridge.begin(call: handle, for: .block(callback), frame)
      return .none
    }
    method("cancel", of: call) { (frame, bridge) throws(LuaFailure) in
      let handle = try frame.receiver(call, "call:cancel()")
      try frame.charge(Cost.request + bridge.android.begun.count)
      bridge.cancel(call: handle)
      return .none
    }
  }

  /// `SharedPreferences`: what an editor has put is kept once it is applied.
  private mutating func definePreferences() {
    let preferences = objectClass("SharedPreferences")
    let editor = objectClass("SharedPreferences.Editor")
    object("SharedPreferences", preferences)
    for (name, usage) in [
      ("getString", "SharedPreferences:getString(key, default)"),
      ("getInt", "SharedPreferences:getInt(key, default)"),
      ("getBoolean", "SharedPreferences:getBoolean(key, default)"),
    ] as [(String, String)] {
      method(name, of: preferences) { (frame, bridge) throws(LuaFailure) in
        try frame.receiver(preferences, usage)
        try frame.charge(Cost.record)
        let key = try frame.string(2)
        let value = bridge.mayReadDefaults(frame, key) ? bridge.defaults[key] : .nil
        if value != .nil { return frame.result(value) }
        frame.pushCopy(of: 3)
        return .values(1)
      }
    }
    method("contains", of: preferences) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(preferences, "SharedPreferences:contains(key)")
      try frame.charge(Cost.record)
      let key = try frame.string(2)
      let mayRead = bridge.mayReadDefaults(frame, key)
      return frame.result(mayRead && bridge.defaults[key] != .nil)
    }
    method("edit", of: preferences) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(preferences, "SharedPreferences:edit()")
      try frame.charge(Cost.record)
      bridge.checkEditors(frame)
      let edits = Edits(place: bridge.location(frame))
      frame.push(editor, identifier: Int(bridge.android.edits.add(edits)))
      return .values(1)
    }
    for (name, usage) in [
      ("putString", "editor:putString(key, value)"), ("putInt", "editor:putInt(key, value)"),
      ("putBoolean", "editor:putBoolean(key, value)"), ("remove", "editor:remove(key)"),
    ] as [(String, String)] {
      method(name, of: editor) { (frame, bridge) throws(LuaFailure) in
        let handle = try frame.receiver(editor, usage)
        try frame.charge(Cost.record)
        let key = try frame.string(2)
        let value = name == "remove" ? LuaValue.nil : try frame.value(3, as: key)
        guard let edits = bridge.android.edits[handle] else { throw AppBridge.appliedAlready }
        bridge.android.edits[handle]?.changes.append((key, value))
        bridge.app.noteMade(
          "what this editor puts or removes is never applied: nothing is kept", at: edits.place)
        frame.pushCopy(of: 1)
        return .values(1)
      }
    }
    for (name, usage) in [("apply", "editor:apply()"), ("commit", "editor:commit()")]
      as [(String, String)]
    {
      method(name, of: editor) { (frame, bridge) throws(LuaFailure) in
        let handle = try frame.receiver(editor, usage)
        guard let edits = bridge.android.edits.remove(handle) else {
          throw AppBridge.appliedAlready
        }
        bridge.app.noteStarted(madeAt: edits.place)
        try frame.charge(Cost.record * (1 + edits.changes.count))
        let isKept = bridge.mayWriteDefaults(frame)
        if isKept {
          for (key, value) in edits.changes {
            try bridge.defaults.set(key, to: value, in: "SharedPreferences")
          }
        }
        return name == "commit" ? frame.result(isKept) : .none
      }
    }
  }
}

/// A call of OkHttp's that has not begun.
struct Call {
  let request: URLRequest
  /// The line that made it.
  let place: SourceLocation
  var isCancelled = false
}

/// What an editor of preferences has put.
struct Edits {
  /// The line that made the editor.
  let place: SourceLocation
  var changes: [(key: String, value: LuaValue)] = []
}

/// What a process of an app for Android has beside others.
struct AndroidState {
  /// Calls that were made and not begun.
  var calls = Handles<Call>()
  /// Those that have begun and whose answers the app has not got, in the order of their beginnings.
  var begun: [(call: Int64, request: RequestID)] = []
  /// The lines that made a `JobInfo` of a number in this life; looked up only.
  var jobInfos: [Int32: [SourceLocation]] = [:]
  /// The jobs that the process was given, as they were last seen, with the extras that they had when
  /// they began; looked up only.
  var jobs: [Int32: (parameters: JobParameters, extras: LuaValue)] = [:]
  /// What editors of preferences have put, until it is applied.
  var edits = Handles<Edits>()
  /// Chains of work that were begun and not enqueued.
  var chains = Handles<WorkChain>()
  /// The runs of workers in this life, by the number of their job's run; looked up only.
  var workers: [Int32: WorkerRun] = [:]
}

extension AppBridge {
  /// Notes where a `JobInfo` of a number was made. One that is scheduled may be a copy, so that only
  /// its number tells which it is.
  func noteMade(job: Int32, at place: SourceLocation) {
    if android.jobInfos[job]?.contains(place) != true, android.jobInfos.count < 1_000 {
      android.jobInfos[job, default: []].append(place)
    }
    app.noteMade("this JobInfo is never scheduled: its job never runs", at: place)
  }

  /// The job of a number is scheduled.
  func noteScheduled(job: Int32) {
    for place in android.jobInfos[job] ?? [] { app.noteStarted(madeAt: place) }
  }

  /// Refuses a call that has begun, and ends an app with too many that are not answered.
  fileprivate func check(call handle: Int64, _ frame: borrowing LuaFrame) throws(LuaFailure) {
    checkRequests(app.openRequests, frame)
    guard android.calls[handle] != nil else { throw AppBridge.executedAlready }
  }

  /// Takes a call, which begins.
  @discardableResult
  fileprivate func take(call handle: Int64) throws(LuaFailure) -> Call {
    guard let call = android.calls.remove(handle) else { throw AppBridge.executedAlready }
    app.noteStarted(madeAt: call.place)
    return call
  }

  /// Begins a call, whose answer the receiver gets.
  fileprivate func begin(
    call handle: Int64, for receiver: RequestReceiver, _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> RequestID {
    let call = try take(call: handle)
    let id = app.startRequest(call.request, for: receiver, at: location(frame))
    android.begun.append((handle, id))
    if call.isCancelled { app.cancelRequest(id) }
    return id
  }

  /// The call's answer is that it was cancelled, also if it begins only later. O(calls under way).
  fileprivate func cancel(call handle: Int64) {
    if let begun = android.begun.first(where: { $0.call == handle }) {
      app.cancelRequest(begun.request)
    } else if let call = android.calls[handle] {
      android.calls[handle]?.isCancelled = true
      app.noteStarted(madeAt: call.place)
    }
  }

  /// Takes the answer to a request, of which nothing is left then.
  func takeAnswer(to request: RequestID) -> URLAnswer? {
    android.begun.removeAll { $0.request == request }
    return app.takeAnswer(to: request)
  }

  private static let executedAlready = LuaFailure(
    .runtime, "this call was executed already; make another by client:newCall(request)")

  fileprivate static let appliedAlready = LuaFailure(
    .runtime,
    "this editor's changes were applied already; make another by SharedPreferences:edit()")

  /// Ends an app that makes editors and applies none.
  fileprivate func checkEditors(_ frame: borrowing LuaFrame) {
    guard android.edits.count >= Limits.openRequests else { return }
    end(
      frame, .memoryLimit,
      "more than \(Limits.openRequests) editors of preferences are not applied; apply each")
  }
}

extension LuaFrame {
  /// Pushes a response, or nil and an error.
  func push(response answer: URLAnswer?) {
    guard let answer, let status = answer.statusCode else {
      pushNil()
      push((answer?.error ?? .cancelled).exception)
      return
    }
    let response = pushTable(fields: 3)
    push(status)
    setField("code", of: response)
    push(answer.bytes)
    setField("bytes", of: response)
    push(answer.newItems)
    setField("newItems", of: response)
  }
}

extension URLError {
  /// The exception that OkHttp throws for it, with what it says.
  fileprivate var exception: String {
    switch self {
    case .timedOut: "SocketTimeoutException: timeout"
    case .unsupportedURL: "IllegalArgumentException: a URL with http:// or https:// expected"
    case .cannotFindHost, .notConnectedToInternet:
      "UnknownHostException: the host's name could not be resolved"
    case .cannotConnectToHost: "ConnectException: no connection to the server"
    case .networkConnectionLost: "SocketException: the connection was lost"
    case .cancelled: "IOException: Canceled"
    }
  }
}
