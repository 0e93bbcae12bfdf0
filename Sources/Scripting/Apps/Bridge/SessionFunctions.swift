import Device
import Lua
import Simulation

/// `URLSession`.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineSession() {
    let session = objectClass("URLSession")
    let task = objectClass("URLSessionDataTask")
    object("URLSession.shared", session)
    method("dataTask", of: session) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(session, "URLSession.shared:dataTask(request, completion)")
      try frame.charge(Cost.request)
      let request = try bridge.request(frame, 2)
      bridge.checkRequests(bridge.dataTasks.count, frame)
      let completion = try bridge.block(frame, 3)
      let place = bridge.location(frame)
      let handle = bridge.dataTasks.add(
        DataTask(request: request, completion: completion, place: place))
      bridge.app.noteMade("this task is never resumed: its request is not sent", at: place)
      bridge.blocks[slot: completion.number]?.role = .request(handle)
      frame.push(task, identifier: Int(handle))
      return .values(1)
    }
    method("data", of: session) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(session, "URLSession.shared:data(request)")
      try frame.charge(2 * Cost.request)
      let request = try bridge.request(frame, 2)
      bridge.checkRequests(bridge.app.openRequests, frame)
      // The number of the request is known only once it is told who waits for it.
      let fiber = try bridge.wait(frame, for: .time)
      let id = bridge.app.startRequest(request, for: .fiber(fiber), at: bridge.location(frame))
      bridge.waits[slot: fiber.number]?.kind = .request(id)
      if bridge.isCancelled { bridge.app.cancelRequest(id) }
      return .await
    }
    method("resume", of: task) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.request)
      let handle = try frame.receiver(task, "task:resume()")
      bridge.resume(handle, at: bridge.location(frame))
      return .none
    }
    method("cancel", of: task) { (frame, bridge) throws(LuaFailure) in
      try frame.charge(Cost.request)
      bridge.cancel(try frame.receiver(task, "task:cancel()"))
      return .none
    }
  }
}

extension AppBridge {
  /// More requests than that end the process: they lie outside of Lua's memory.
  func checkRequests(_ count: Int, _ frame: borrowing LuaFrame) {
    guard count >= Limits.openRequests else { return }
    end(
      frame, .memoryLimit,
      "more than \(Limits.openRequests) requests are not answered; wait for some before the next")
  }

  /// Starts the request; again it does nothing.
  fileprivate func resume(_ handle: Int64, at location: SourceLocation) {
    guard let task = dataTasks[handle], task.id == nil else { return }
    app.noteStarted(madeAt: task.place)
    dataTasks[handle]?.id = app.startRequest(
      task.request, for: .block(task.completion), at: location)
  }

  /// The completion gets `URLError.cancelled`, also when nothing was started.
  fileprivate func cancel(_ handle: Int64) {
    guard let task = dataTasks[handle] else { return }
    if let id = task.id {
      app.cancelRequest(id)
    } else {
      app.noteStarted(madeAt: task.place)
      _ = dataTasks.remove(handle)
      blocks[slot: task.completion.number]?.role = .cancelledRequest
      app.dispatchGlobal(task.completion)
    }
  }
}

extension LuaFrame {
  /// A request: its URL, or a table of `url`, `body` (bytes, or what is to be sent) and `timeout`.
  func request(_ index: Int) throws(LuaFailure) -> URLRequest {
    guard type(at: index) == .table else {
      let url = try string(index)
      try checkLength(of: url, at: index)
      return URLRequest(url: url)
    }
    let before = count
    defer { keep(before) }
    try checkFields(of: index, "a request", LuaFrame.requestFields)
    guard let url = text(at: pushField("url", of: index)) else {
      throw argumentFailure(index, "url: a string expected, got \(typeName(count))")
    }
    try checkLength(of: url, at: index)
    var request = URLRequest(url: url)
    let body = pushField("body", of: index)
    if type(at: body) == .string {
      request.bodyBytes = Double(try byteCount(body))
    } else if !isNil(body) {
      request.bodyBytes = try quantity(body, "body: bytes", of: index)
    }
    let timeout = pushField("timeout", of: index)
    if !isNil(timeout) {
      request.timeout = .seconds(try quantity(timeout, "timeout: seconds", of: index))
    }
    return request
  }

  private static let requestFields = ["url", "body", "timeout"]

  /// The trace has it in every request.
  private static let longestURL = 8_192

  private func checkLength(of url: String, at index: Int) throws(LuaFailure) {
    let length = url.utf8.count
    guard length <= LuaFrame.longestURL else {
      throw argumentFailure(
        index, "url: at most \(LuaFrame.longestURL) bytes expected, got \(length)")
    }
    try charge(length * Cost.byteOfURL)
  }

  /// Reads a number of 0 or more.
  func quantity(
    _ place: Int, _ what: String, of index: Int
  ) throws(LuaFailure) -> Double {
    guard type(at: place) == .number, let value = try? number(place), value >= 0, value.isFinite
    else {
      throw argumentFailure(index, "\(what), 0 or more, expected, got \(describeArgument(place))")
    }
    return value
  }

  /// Pushes data, response and error.
  func push(answer: URLAnswer?) {
    if let answer, let status = answer.statusCode {
      let data = pushTable(fields: 2)
      push(answer.bytes)
      setField("bytes", of: data)
      push(answer.newItems)
      setField("newItems", of: data)
      let response = pushTable(fields: 1)
      push(status)
      setField("statusCode", of: response)
      pushNil()
    } else {
      push(error: answer?.error ?? .cancelled, because: answer?.cancelledReason)
    }
  }

  /// Pushes no data, no response and an error, with why the system cancelled it if it did.
  func push(error: URLError, because reason: URLCancelledReason? = nil) {
    pushNil()
    pushNil()
    let table = pushTable(fields: 3)
    push(error.rawValue)
    setField("code", of: table)
    push(error.localizedDescription)
    setField("localizedDescription", of: table)
    guard let reason else { return }
    push(reason.rawValue)
    setField("backgroundTaskCancelledReason", of: table)
  }
}
