import Device
import Lua
import Simulation

/// A transfer that the script has made, until it gets the result.
struct TransferTask {
  let session: TransferSessionID
  var transfer: TransferRequest
  /// The line that made it.
  let place: SourceLocation
  /// It was resumed, or cancelled before.
  var isBegun = false
}

/// The functions that a script has for the events of a background session.
struct TransferHandlers {
  /// Gets the results of transfers.
  var didComplete: LuaReference?
  /// Hears that all results were told for which the app was started.
  var didFinishEvents: LuaReference?
  /// Where the session was created.
  var location: SourceLocation
}

/// `URLSession.background`, its sessions and their tasks.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineTransfers() {
    let session = objectClass("BackgroundURLSession")
    let task = defineTransferTask()
    function("URLSession.background", needs: .backgroundTransfer) {
      (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.request)
      frame.push(session, identifier: Int(try bridge.createSession(frame).number))
      return .values(1)
    }
    for (name, direction) in [
      ("downloadTask", TransferDirection.download), ("uploadTask", .upload),
    ] {
      method(name, of: session) { (frame, bridge) throws(LuaFailure) in
        let number = try frame.receiver(
          session, "session:downloadTask(request), :uploadTask(request, file)")
        try frame.charge(Cost.request)
        guard let id = try bridge.makeTransfer(direction, of: number, frame) else { return .none }
        frame.push(task, identifier: Int(id.number))
        return .values(1)
      }
    }
    method("getAllTasks", of: session) { (frame, bridge) throws(LuaFailure) in
      let number = try frame.receiver(session, "session:getAllTasks(block)")
      let reports = bridge.app.transfersUnderWay(in: TransferSessionID(number))
      try frame.charge(Cost.request + Cost.report * reports.count)
      let id = try bridge.block(frame, 2)
      let list = frame.pushTable(elements: reports.count)
      for (index, report) in reports.enumerated() {
        frame.push(report)
        frame.setElement(index + 1, of: list)
      }
      bridge.blocks[slot: id.number]?.argument = frame.reference(list)
      bridge.app.dispatchGlobal(id)
      return .none
    }
  }

  private mutating func defineTransferTask() -> LuaClass {
    let task = objectClass("URLSessionTransferTask")
    method("resume", of: task) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.request)
      let number = try frame.receiver(task, "task:resume()")
      bridge.beginTransfer(TransferID(number), isCancelled: false, at: bridge.location(frame))
      return .none
    }
    method("cancel", of: task) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.request)
      let id = TransferID(try frame.receiver(task, "task:cancel()"))
      if bridge.transfers[id.number]?.isBegun == true {
        bridge.app.cancelTransfer(id)
      } else {
        bridge.beginTransfer(id, isCancelled: true, at: bridge.location(frame))
      }
      return .none
    }
    property("taskIdentifier", of: task) { (frame, _) throws(LuaFailure) in
      frame.result(Int(try frame.object(1, task)))
    }
    property("taskDescription", of: task) { (frame, bridge) throws(LuaFailure) in
      let id = TransferID(Int64(try frame.object(1, task)))
      guard let text = bridge.transfers[id.number]?.transfer.description else {
        frame.pushNil()
        return .values(1)
      }
      frame.push(text)
      return .values(1)
    }
    setter("taskDescription", of: task) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.record)
      let id = TransferID(Int64(try frame.object(1, task)))
      let text = frame.isNil(2) ? nil : try frame.shortString(2)
      guard bridge.transfers[id.number] != nil else { return .none }
      bridge.transfers[id.number]?.transfer.description = text
      if bridge.transfers[id.number]?.isBegun == true { bridge.app.describe(id, as: text) }
      return .none
    }
    return task
  }
}

extension TransferID {
  fileprivate init(_ number: Int64) { self.init(number: Int32(truncatingIfNeeded: number)) }
}

extension TransferSessionID {
  fileprivate init(_ number: Int64) { self.init(number: Int32(truncatingIfNeeded: number)) }
}

extension AppBridge {
  /// `URLSession.background(identifier, settings)`.
  fileprivate func createSession(
    _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> TransferSessionID {
    let identifier = try frame.shortString(1)
    guard !identifier.isEmpty else {
      throw frame.argumentFailure(1, "an identifier expected, got an empty string")
    }
    if sessions.count >= Limits.transferSessions {
      end(
        frame, .memoryLimit,
        "more than \(Limits.transferSessions) background sessions; one has room for all transfers"
      )
    }
    let (settings, didComplete, didFinishEvents) = try frame.sessionSettings(2)
    let location = location(frame)
    let id = app.createTransferSession(identifier, settings, at: location)
    guard sessions[id.number] == nil else {
      for handler in [didComplete, didFinishEvents] {
        if let handler { frame.state.release(handler) }
      }
      return id
    }
    sessions[id.number] = TransferHandlers(
      didComplete: didComplete, didFinishEvents: didFinishEvents, location: location)
    return id
  }

  /// Returns the number of a new transfer; nil where the call is an exception (R12), which ends the
  /// process.
  fileprivate func makeTransfer(
    _ direction: TransferDirection, of session: Int64, _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> TransferID? {
    let isUpload = direction == .upload
    guard frame.isNil(isUpload ? 4 : 3), frame.type(at: 3) != .function else {
      return refuse(
        frame,
        "tasks of a background session have no completion handler, which would end with the"
          + " process; give the session didComplete")
    }
    var request = try request(frame, 2)
    guard request.isSupported else {
      throw frame.argumentFailure(
        2,
        "url: http:// or https:// expected, which is all that background sessions load, got "
          + quoted(request.url))
    }
    checkRequests(max(transfers.count, app.openTransfers), frame)
    var file: String?
    if isUpload {
      guard request.bodyBytes == 0, ![.string, .number].contains(frame.type(at: 3)) else {
        return refuse(
          frame,
          "uploads of a background session come from a file, not from data; write"
            + " uploadTask(request, { file = name, bytes = n })")
      }
      (file, request.bodyBytes) = try frame.uploadFile(3)
    }
    let id = app.makeTransfer()
    let place = location(frame)
    transfers[id.number] = TransferTask(
      session: TransferSessionID(session),
      transfer: TransferRequest(direction, request, file: file), place: place)
    app.noteMade("this task is never resumed: nothing is transferred", at: place)
    return id
  }

  /// Ends the process for what is an NSGenericException on a phone: no Swift code can catch it.
  private func refuse(_ frame: borrowing LuaFrame, _ message: String) -> TransferID? {
    end(frame, .uncaughtException, message)
    return nil
  }

  /// Begins a transfer; again it does nothing.
  fileprivate func beginTransfer(
    _ id: TransferID, isCancelled: Bool, at location: SourceLocation
  ) {
    guard let task = transfers[id.number], !task.isBegun else { return }
    transfers[id.number]?.isBegun = true
    app.noteStarted(madeAt: task.place)
    app.begin(
      task.transfer, as: id, in: task.session, isCancelled: isCancelled, at: location)
  }
}

extension LuaFrame {
  private static let settings = [
    "isDiscretionary", "sessionSendsLaunchEvents", "timeoutIntervalForResource", "didComplete",
    "didFinishEvents",
  ]

  /// Reads the settings that a background session is created with: a table, or nothing.
  fileprivate func sessionSettings(
    _ index: Int
  ) throws(LuaFailure) -> (TransferSettings, didComplete: LuaReference?, LuaReference?) {
    var settings = TransferSettings()
    guard !isNil(index) else { return (settings, nil, nil) }
    try table(index)
    try checkFields(of: index, "URLSession.background", LuaFrame.settings)
    settings.isDiscretionary = try flag("isDiscretionary", of: index) ?? false
    settings.sendsLaunchEvents = try flag("sessionSendsLaunchEvents", of: index) ?? true
    let timeout = pushField("timeoutIntervalForResource", of: index)
    if !isNil(timeout) {
      guard type(at: timeout) == .number, let seconds = try? number(timeout), seconds > 0 else {
        throw unexpected("timeoutIntervalForResource: seconds, above 0,", timeout)
      }
      settings.timeout = .seconds(seconds)
    }
    let didFinishEvents = try handler("didFinishEvents", of: index)
    return (settings, try handler("didComplete", of: index), didFinishEvents)
  }

  /// Reads the file that an upload sends: `{ file = name, bytes = n }`.
  fileprivate func uploadFile(_ index: Int) throws(LuaFailure) -> (name: String, bytes: Double) {
    guard type(at: index) == .table else {
      throw argumentFailure(
        index, "a file, { file = name, bytes = n }, expected, got \(describeArgument(index))")
    }
    try checkFields(of: index, "a file", ["file", "bytes"])
    let place = pushField("file", of: index)
    guard type(at: place) == .string, let name = text(at: place), !name.isEmpty else {
      throw argumentFailure(index, "file: a name expected, got \(describeArgument(place))")
    }
    try charge(name.utf8.count * Cost.byteOfURL)
    let bytes = try quantity(pushField("bytes", of: index), "bytes: a number", of: index)
    return (name, bytes)
  }

  private func flag(_ name: String, of index: Int) throws(LuaFailure) -> Bool? {
    let place = pushField(name, of: index)
    guard !isNil(place) else { return nil }
    guard type(at: place) == .boolean else {
      throw unexpected("\(name): true or false", place)
    }
    return truth(place)
  }

  private func handler(_ name: String, of index: Int) throws(LuaFailure) -> LuaReference? {
    let place = pushField(name, of: index)
    guard !isNil(place) else { return nil }
    guard type(at: place) == .function else { throw unexpected("\(name): a function", place) }
    return reference(place)
  }

  private func unexpected(_ what: String, _ place: Int) -> LuaFailure {
    LuaFailure(
      .runtime, "URLSession.background: \(what) expected, got \(describeArgument(place))")
  }

  /// Pushes what a script may know of a transfer.
  func push(_ report: TransferReport) {
    let table = pushTable(fields: 3)
    push(Int(report.id.number))
    setField("taskIdentifier", of: table)
    if let description = report.description {
      push(description)
      setField("taskDescription", of: table)
    }
    let request = pushTable(fields: 1)
    push(report.url)
    setField("url", of: request)
    setField("originalRequest", of: table)
  }
}
