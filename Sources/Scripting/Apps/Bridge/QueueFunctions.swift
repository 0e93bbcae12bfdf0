import Device
import Lua

/// `DispatchQueue`: the main one, the global one and those of the app's own.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineQueues() -> LuaClass {
    let queue = objectClass("DispatchQueue")
    object("DispatchQueue.main", queue, identifier: Int(DispatchQueues.main))
    function("DispatchQueue.global") { (frame, _) in
      frame.push(queue, identifier: Int(DispatchQueues.global))
      return .values(1)
    }
    function("DispatchQueue.__call") { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      guard frame.type(at: 2) == .string else {
        let got = frame.typeName(2)
        throw LuaFailure(
          .runtime, "bad argument #1 to 'DispatchQueue' (string expected, got \(got))")
      }
      let label = try frame.shortString(2)
      let isConcurrent = try frame.isConcurrentQueue(3)
      bridge.checkKept(frame)
      let number = bridge.queues.queue(label, isConcurrent: isConcurrent)
      frame.push(queue, identifier: Int(number))
      return .values(1)
    }
    property("label", of: queue) { (frame, bridge) throws(LuaFailure) in
      frame.result(bridge.label(of: Int64(try frame.object(1, queue))))
    }
    method("async", of: queue) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(queue, "queue:async(block)")
      try frame.charge(Cost.block)
      try bridge.submit(frame, 2, to: .init(queue: number), try bridge.jobOptions(frame, 3))
      return .none
    }
    method("asyncAfter", of: queue) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(queue, "queue:asyncAfter(seconds, block)")
      try frame.charge(Cost.block)
      let delay = try frame.delay(2)
      bridge.review(delay, .process, "asyncAfter", frame)
      try bridge.submit(frame, 3, to: .init(queue: number), after: delay)
      return .none
    }
    method("sync", of: queue) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(queue, "queue:sync(block)")
      try frame.charge(Cost.block)
      let place = Job.Place(queue: number)
      if bridge.waitsForItself(in: place) {
        bridge.endForDeadlock(frame, bridge.label(of: number))
        return .none
      }
      return try bridge.sync(frame, 2, in: place)
    }
    return queue
  }
}

/// The numbers of the queues that every app has.
enum DispatchQueues {
  static let main: Int64 = 0
  static let global: Int64 = 1
}

extension Job.Place {
  /// - Parameters:
  ///   - queue: the number of the queue's object.
  init(queue: Int64) {
    self =
      switch queue {
      case DispatchQueues.main: .main
      case DispatchQueues.global: .global
      default: .own(queue)
      }
  }
}

extension AppBridge {
  /// The label of a queue, as the phone has it.
  func label(of queue: Int64) -> String {
    switch Job.Place(queue: queue) {
    case .main: "com.apple.main-thread"
    case .global, .here: "com.apple.root.default-qos"
    case .own: queues.label(of: queue)
    }
  }

  /// Whether the running code would wait for itself.
  fileprivate func waitsForItself(in place: Job.Place) -> Bool {
    switch place {
    case .main: app.isMainThread
    case .own(let queue): queues.holds(queue)
    case .global, .here: false
    }
  }

  /// A queue waits for itself: libdispatch ends the app at once.
  fileprivate func endForDeadlock(_ frame: borrowing LuaFrame, _ label: String) {
    let location = location(frame)
    let message =
      "dispatch_sync called on queue \"\(label)\", which the current thread runs: it would wait for "
      + "itself"
    app.report(.queueWaitsForItself, message, at: location)
    end(frame, .uncaughtException, message, at: location, isReported: true)
  }

  /// The options of `async`: `{ flags = "barrier", group = group }`.
  fileprivate func jobOptions(
    _ frame: borrowing LuaFrame, _ index: Int
  ) throws(LuaFailure) -> JobOptions {
    var options = JobOptions()
    guard !frame.isNil(index) else { return options }
    try frame.table(index)
    try frame.checkFields(of: index, "queue:async", ["flags", "group"])
    let before = frame.count
    defer { frame.keep(before) }
    let flags = frame.pushField("flags", of: index)
    if !frame.isNil(flags) {
      guard frame.text(at: flags) == "barrier" else {
        let got = frame.describeArgument(flags)
        throw LuaFailure(.runtime, "queue:async: unknown flags (\(got)); the only one is barrier")
      }
      options.isBarrier = true
    }
    let group = frame.pushField("group", of: index)
    if !frame.isNil(group) {
      options.group = Int64(try frame.object(group, AppLibrary.shared.group))
    }
    return options
  }
}

extension LuaFrame {
  /// The attributes of a queue: nothing, "concurrent", or a table that says so.
  fileprivate func isConcurrentQueue(_ index: Int) throws(LuaFailure) -> Bool {
    guard !isNil(index) else { return false }
    let before = count
    defer { keep(before) }
    try table(index)
    try checkFields(of: index, "DispatchQueue", ["attributes"])
    let place = pushField("attributes", of: index)
    guard text(at: place) == "concurrent" else {
      throw LuaFailure(
        .runtime,
        "DispatchQueue: unknown attributes (\(describeArgument(place))); write concurrent, or leave "
          + "them out for a serial queue")
    }
    return true
  }
}
