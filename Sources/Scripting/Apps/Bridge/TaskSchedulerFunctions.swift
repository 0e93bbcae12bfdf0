import Device
import Lua
import Simulation

/// `BGTaskScheduler`, its requests and its tasks.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineTaskScheduler() {
    let scheduler = objectClass("BGTaskScheduler")
    let error = defineTaskRequestError()
    object("BGTaskScheduler.shared", scheduler)
    method("register", of: scheduler, needs: .taskScheduler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "BGTaskScheduler.shared:register(identifier, handler)")
      return try bridge.registerLaunchHandler(frame)
    }
    method("submit", of: scheduler, needs: .taskScheduler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "BGTaskScheduler.shared:submit(request)")
      try frame.charge(Cost.request)
      bridge.noteSchedulerCall(frame, cancels: false)
      guard let refusal = try bridge.submit(frame, request: 2) else { return frame.result(true) }
      frame.push(false)
      frame.push(error, identifier: refusal)
      return .values(2)
    }
    method("cancel", of: scheduler, needs: .taskScheduler) { (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "BGTaskScheduler.shared:cancel(identifier)")
      try frame.charge(Cost.record)
      bridge.noteSchedulerCall(frame, cancels: true)
      bridge.app.cancelTaskRequest(try frame.shortString(2))
      return .none
    }
    method("cancelAllTaskRequests", of: scheduler, needs: .taskScheduler) {
      (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "BGTaskScheduler.shared:cancelAllTaskRequests()")
      try frame.charge(Cost.record)
      bridge.noteSchedulerCall(frame, cancels: true)
      bridge.app.cancelAllTaskRequests()
      return .none
    }
    method("getPendingTaskRequests", of: scheduler, needs: .taskScheduler) {
      (frame, bridge) throws(LuaFailure) in
      try frame.receiver(scheduler, "BGTaskScheduler.shared:getPendingTaskRequests(block)")
      try frame.charge(Cost.request)
      let id = try bridge.block(frame, 2)
      frame.push(bridge.app.pendingTaskRequests, bridge)
      bridge.blocks[slot: id.number]?.argument = frame.reference(frame.count)
      bridge.app.dispatchGlobal(id)
      return .none
    }
    defineContinuedTasks(scheduler, error)
    for kind in [WorkKind.refresh, .processing] {
      function(kind.requestName, needs: .taskScheduler) { (frame, _) throws(LuaFailure) in
        try frame.makeRequest(kind)
      }
    }
  }

  /// Defines the error that `submit` returns beside false. A script that reads it has looked at it.
  private mutating func defineTaskRequestError() -> LuaClass {
    for error in TaskRequestError.allCases {
      constant("BGTaskSchedulerError.\(error.name)", .integer(error.rawValue))
    }
    let object = objectClass("BGTaskScheduler.Error")
    property("code", of: object) { (frame, bridge) throws(LuaFailure) in
      frame.result(try frame.submitError(object, bridge).rawValue)
    }
    property("localizedDescription", of: object) { (frame, bridge) throws(LuaFailure) in
      frame.result(try frame.submitError(object, bridge).localizedDescription)
    }
    return object
  }

  /// `task:setTaskCompleted(success)`; value 1 is the task's number.
  mutating func defineSetTaskCompleted() -> LuaBoundFunction {
    boundFunction { (frame, bridge) throws(LuaFailure) in
      guard frame.type(at: 2) == .table else {
        throw LuaFailure(.runtime, "call it so, with a colon: task:setTaskCompleted(success)")
      }
      guard frame.type(at: 3) == .boolean else {
        throw LuaFailure(
          .runtime,
          "setTaskCompleted got \(frame.describeArgument(3)); give it true, or false where the work"
            + " is not done")
      }
      try frame.charge(Cost.task)
      let number = Int32(truncatingIfNeeded: try frame.integer(1))
      let isGuarded = frame.type(at: frame.pushField("expirationHandler", of: 2)) == .function
      bridge.app.setTaskCompleted(
        BGTaskID(number: number), success: frame.truth(3), hasExpirationHandler: isGuarded,
        at: bridge.location(frame))
      if let task = bridge.tasks.removeValue(forKey: number) { frame.state.release(task) }
      return .none
    }
  }
}

extension WorkKind {
  /// The class of its requests.
  fileprivate var requestName: String {
    self == .refresh ? "BGAppRefreshTaskRequest" : "BGProcessingTaskRequest"
  }

  /// The fields that such a request may have.
  fileprivate var requestFields: [String] {
    let fields = ["identifier", "earliestBeginDate"]
    return self == .refresh
      ? fields : fields + ["requiresNetworkConnectivity", "requiresExternalPower"]
  }
}

extension AppBridge {
  fileprivate func registerLaunchHandler(
    _ frame: borrowing LuaFrame
  ) throws(LuaFailure) -> LuaReturn {
    try frame.charge(Cost.request)
    let identifier = try frame.shortString(2)
    let isOnMain = try frame.isQueueMain(4)
    let id = try block(frame, 3)
    let place = frame.definition(of: 3)
    let location = place.map { SourceLocation(file: $0.file, line: $0.line) }
    do throws(TaskRegistrationError) {
      return frame.result(
        try app.registerLaunchHandler(
          id, for: identifier, onMain: isOnMain, at: location ?? self.location(frame)))
    } catch {
      end(frame, .uncaughtException, error.message)
      return .none
    }
  }

  /// A date of the device's clock, in seconds since 1 January 1970, as a moment.
  func instant(at date: Double) -> Instant {
    app.instant(showing: .seconds(date - Double(CalendarTime.firstMidnight)))
  }

  func date(at instant: Instant) -> Double {
    Double(CalendarTime.firstMidnight) + app.clock(at: instant).seconds
  }
}

extension LuaFrame {
  /// The error of `submit` that is value 1, which the app now looks at.
  fileprivate func submitError(
    _ objectClass: LuaClass, _ bridge: AppBridge
  ) throws(LuaFailure) -> TaskRequestError {
    let identifier = try object(1, objectClass)
    bridge.app.noteRead(errorOfSubmit: identifier >> 8)
    return TaskRequestError(rawValue: identifier & 0xFF) ?? .unavailable
  }

  /// `{ queue = "main" }`, or nothing.
  fileprivate func isQueueMain(_ index: Int) throws(LuaFailure) -> Bool {
    guard !isNil(index) else { return false }
    try table(index)
    try checkFields(of: index, "BGTaskScheduler.shared:register", ["queue"])
    defer { keep(index) }
    let queue = pushField("queue", of: index)
    switch text(at: queue) {
    case "main": return true
    case "global": return false
    default:
      throw argumentFailure(
        index, "queue: \"main\" or \"global\" expected, got \(describeArgument(queue))")
    }
  }

  /// `BGAppRefreshTaskRequest { identifier = }`: a copy of the table that knows what it is.
  fileprivate func makeRequest(_ kind: WorkKind) throws(LuaFailure) -> LuaReturn {
    try charge(Cost.request)
    try table(1)
    try checkFields(of: 1, kind)
    let request = pushTable(fields: 6)
    push(kind.requestName)
    setField("class", of: request)
    for name in kind.requestFields {
      pushField(name, of: 1)
      setField(name, of: request)
    }
    return .values(1)
  }

  private func checkFields(of index: Int, _ kind: WorkKind) throws(LuaFailure) {
    let name = kind.requestName
    try checkFields(of: index, name, kind.requestFields, also: "class")
    let identifier = pushField("identifier", of: index)
    guard type(at: identifier) == .string else {
      throw LuaFailure(
        .runtime, "\(name): identifier: a string expected, got \(typeName(identifier))")
    }
    _ = try shortString(identifier)
    keep(identifier - 1)
  }

  /// A request as it stands when it is submitted: the script may have changed it since it was made.
  func submittedRequest(
    _ index: Int, _ bridge: AppBridge
  ) throws(LuaFailure) -> TaskRequest {
    let before = count
    defer { keep(before) }
    let name = type(at: index) == .table ? text(at: pushField("class", of: index)) : nil
    guard let kind = [WorkKind.refresh, .processing].first(where: { $0.requestName == name }) else {
      throw argumentFailure(
        index,
        "a BGAppRefreshTaskRequest, BGProcessingTaskRequest or BGContinuedProcessingTaskRequest"
          + " expected, got "
          + describeArgument(index))
    }
    try checkFields(of: index, kind)
    let identifier = text(at: pushField("identifier", of: index)) ?? ""
    let date = try earliestBeginDate(of: index, kind)
    if let date { bridge.review(date: date, "earliestBeginDate", self) }
    let earliest = date.map { bridge.instant(at: $0) }
    guard kind == .processing else { return .refresh(identifier, earliest: earliest) }
    return .processing(
      identifier, earliest: earliest,
      requiresNetwork: try flag("requiresNetworkConnectivity", of: index, kind),
      requiresPower: try flag("requiresExternalPower", of: index, kind))
  }

  private func earliestBeginDate(
    of index: Int, _ kind: WorkKind
  ) throws(LuaFailure) -> Double? {
    let place = pushField("earliestBeginDate", of: index)
    guard !isNil(place) else { return nil }
    guard type(at: place) == .number, let date = try? number(place), !date.isNaN else {
      throw LuaFailure(
        .runtime,
        "\(kind.requestName): earliestBeginDate: a date as os.time() gives it, or nil, expected, got "
          + describeArgument(place))
    }
    return date
  }

  private func flag(
    _ name: String, of index: Int, _ kind: WorkKind
  ) throws(LuaFailure) -> Bool {
    let place = pushField(name, of: index)
    guard !isNil(place) else { return false }
    guard type(at: place) == .boolean else {
      throw LuaFailure(
        .runtime,
        "\(kind.requestName): \(name): true or false expected, got \(describeArgument(place))")
    }
    return truth(place)
  }

  /// Pushes requests as a list of tables like those that were submitted.
  fileprivate func push(_ requests: [TaskRequest], _ bridge: AppBridge) {
    let list = pushTable(elements: requests.count)
    for (index, request) in requests.enumerated() {
      let table = pushTable(fields: 6)
      push(request.kind.requestName)
      setField("class", of: table)
      push(request.identifier)
      setField("identifier", of: table)
      if let earliest = request.earliest {
        push(bridge.date(at: earliest))
        setField("earliestBeginDate", of: table)
      }
      if request.kind == .processing {
        push(request.requirements.contains(.network))
        setField("requiresNetworkConnectivity", of: table)
        push(request.requirements.contains(.externalPower))
        setField("requiresExternalPower", of: table)
      }
      setElement(index + 1, of: list)
    }
  }
}
