import Device
import Lua

/// `BGContinuedProcessingTaskRequest`, its submission, and what a task of it has beside others.
extension LuaLibraryBuilder<AppBridge> {
  mutating func defineContinuedTasks(_ scheduler: LuaClass, _ error: LuaClass) {
    function(ContinuedTaskRequest.className, needs: .continuedTasks) {
      (frame, _) throws(LuaFailure) in
      try frame.makeContinuedRequest()
    }
    method("submitTaskRequest", of: scheduler, needs: .submitTaskRequest) {
      (frame, bridge) throws(LuaFailure) in
      try frame.receiver(
        scheduler, "BGTaskScheduler.shared:submitTaskRequest(request, completion)")
      try frame.charge(Cost.request)
      let completion = try bridge.block(frame, 3)
      let refusal = try bridge.submit(frame, request: 2)
      if let refusal {
        frame.push(error, identifier: refusal)
        bridge.blocks[slot: completion.number]?.argument = frame.reference(frame.count)
      }
      bridge.app.dispatchGlobal(completion)
      return .none
    }
  }

  /// Defines the `Progress` of a continued task.
  mutating func defineProgress() -> LuaClass {
    let progress = objectClass("Progress")
    for (name, field) in [
      ("totalUnitCount", \TaskProgress.total), ("completedUnitCount", \TaskProgress.completed),
    ] {
      property(name, of: progress) { (frame, bridge) throws(LuaFailure) in
        let task = try frame.continuedTask(1, progress)
        return frame.result(bridge.app.progress(of: task)?[keyPath: field] ?? 0)
      }
      setter(name, of: progress) { (frame, bridge) throws(LuaFailure) in
        let task = try frame.continuedTask(1, progress)
        try frame.charge(Cost.record)
        let units = try frame.integer(2)
        bridge.app.setProgress(of: task) { $0[keyPath: field] = units }
        return .none
      }
    }
    property("fractionCompleted", of: progress) { (frame, bridge) throws(LuaFailure) in
      let task = try frame.continuedTask(1, progress)
      return frame.result(bridge.app.progress(of: task)?.fraction ?? 0)
    }
    return progress
  }

  /// `task:updateTitle(title, subtitle)`; value 1 is the task's number.
  mutating func defineUpdateTitle() -> LuaBoundFunction {
    boundFunction { (frame, bridge) throws(LuaFailure) in
      guard frame.type(at: 2) == .table else {
        throw LuaFailure(.runtime, "call it so, with a colon: task:updateTitle(title, subtitle)")
      }
      try frame.charge(Cost.record)
      let number = Int32(truncatingIfNeeded: try frame.integer(1))
      bridge.app.setTitle(
        try frame.shortString(3), subtitle: try frame.shortString(4), of: BGTaskID(number: number))
      return .none
    }
  }
}

extension ContinuedTaskRequest {
  fileprivate static let className = "BGContinuedProcessingTaskRequest"
  fileprivate static let texts = ["identifier", "title", "subtitle"]
}

extension AppBridge {
  /// Submits a request of any kind.
  ///
  /// - Returns: the number of the error by which it is refused; nil: it is taken, or the app ends.
  func submit(_ frame: borrowing LuaFrame, request index: Int) throws(LuaFailure) -> Int? {
    let place = location(frame)
    if let request = try frame.continuedRequest(index) {
      return refusal(frame) { () throws(TaskRegistrationError) in
        try app.submit(request, at: place)
      }
    }
    let request = try frame.submittedRequest(index, self)
    return refusal(frame) { () throws(TaskRegistrationError) in
      try app.submit(request, at: place)
    }
  }

  private func refusal(
    _ frame: borrowing LuaFrame,
    _ submit: () throws(TaskRegistrationError) -> (error: TaskRequestError, number: Int)?
  ) -> Int? {
    do throws(TaskRegistrationError) {
      return try submit().map { $0.number << 8 | $0.error.rawValue }
    } catch {
      end(frame, .uncaughtException, error.message)
      return nil
    }
  }
}

extension LuaFrame {
  fileprivate func continuedTask(
    _ index: Int, _ progress: LuaClass
  ) throws(LuaFailure) -> BGTaskID {
    BGTaskID(number: Int32(truncatingIfNeeded: -(try object(index, progress))))
  }

  /// `BGContinuedProcessingTaskRequest { identifier =, title =, subtitle = }`: a copy of the table
  /// that knows what it is.
  fileprivate func makeContinuedRequest() throws(LuaFailure) -> LuaReturn {
    try charge(Cost.request)
    try table(1)
    _ = try continuedFields(of: 1)
    let request = pushTable(fields: 6)
    push(ContinuedTaskRequest.className)
    setField("class", of: request)
    for name in ContinuedTaskRequest.texts + ["strategy", "requiredResources"] {
      pushField(name, of: 1)
      setField(name, of: request)
    }
    return .values(1)
  }

  /// A continued task's request as it stands when it is submitted; nil: it is of another kind.
  func continuedRequest(_ index: Int) throws(LuaFailure) -> ContinuedTaskRequest? {
    let before = count
    defer { keep(before) }
    guard type(at: index) == .table,
      text(at: pushField("class", of: index)) == ContinuedTaskRequest.className
    else { return nil }
    return try continuedFields(of: index)
  }

  private func continuedFields(of index: Int) throws(LuaFailure) -> ContinuedTaskRequest {
    let name = ContinuedTaskRequest.className
    try checkFields(
      of: index, name, ContinuedTaskRequest.texts + ["strategy", "requiredResources"], also: "class"
    )
    let before = count
    defer { keep(before) }
    var texts: [String] = []
    for field in ContinuedTaskRequest.texts {
      let place = pushField(field, of: index)
      guard type(at: place) == .string else {
        throw LuaFailure(
          .runtime, "\(name): \(field): a string expected, got \(typeName(place))")
      }
      texts.append(try shortString(place))
    }
    let strategy = try choice(
      "strategy", of: index, ContinuedTaskRequest.Strategy.allCases.map(\.rawValue))
    let resources = try choice("requiredResources", of: index, ["default", "gpu"])
    return ContinuedTaskRequest(
      texts[0], title: texts[1], subtitle: texts[2],
      strategy: strategy.flatMap(ContinuedTaskRequest.Strategy.init(rawValue:)) ?? .queue,
      requiresGPU: resources == "gpu")
  }

  private func choice(
    _ field: String, of index: Int, _ known: [String]
  ) throws(LuaFailure) -> String? {
    let place = pushField(field, of: index)
    guard !isNil(place) else { return nil }
    guard type(at: place) == .string, let text = text(at: place), known.contains(text) else {
      let names = known.map { "\"\($0)\"" }.joined(separator: " or ")
      throw LuaFailure(
        .runtime,
        "\(ContinuedTaskRequest.className): \(field): \(names) expected, got "
          + describeArgument(place))
    }
    return text
  }
}
