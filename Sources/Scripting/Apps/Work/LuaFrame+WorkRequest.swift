import Device
import Lua
import Simulation

// Requests of WorkManager, as scripts write them.
extension LuaFrame {
  private static func className(isPeriodic: Bool) -> String {
    isPeriodic ? "PeriodicWorkRequest" : "OneTimeWorkRequest"
  }

  /// `OneTimeWorkRequest { worker = }`, whose table is value 1: pushes a copy that knows what it is.
  ///
  /// - Returns: what it says.
  func makeWorkRequest(isPeriodic: Bool) throws(LuaFailure) -> WorkRequest {
    try table(1)
    let name = LuaFrame.className(isPeriodic: isPeriodic)
    let fields = WorkField.names(isPeriodic: isPeriodic)
    try checkFields(of: 1, name, fields, also: "class")
    let meant = try readWorkRequest(1, isPeriodic: isPeriodic)
    let request = pushTable(fields: fields.count + 1)
    push(name)
    setField("class", of: request)
    for field in fields {
      pushField(field, of: 1)
      setField(field, of: request)
    }
    return meant
  }

  /// The request that is value `index`, or the list of them; not empty.
  ///
  /// - Parameters:
  ///   - isPeriodic: of which kind they must be; nil: of any.
  func workRequests(_ index: Int, isPeriodic: Bool? = nil) throws(LuaFailure) -> [WorkRequest] {
    let wanted = isPeriodic.map { "a \(LuaFrame.className(isPeriodic: $0))" } ?? "a WorkRequest"
    guard type(at: index) == .table else {
      throw argumentFailure(index, "\(wanted) expected, got \(describeArgument(index))")
    }
    let before = count
    defer { keep(before) }
    if !isNil(pushField("class", of: index)) || length(index) == 0 {
      return [try workRequest(index, isPeriodic, wanted, of: index)]
    }
    guard isPeriodic != true else {
      throw argumentFailure(index, "\(wanted) expected, got a list")
    }
    var requests: [WorkRequest] = []
    for position in 1...length(index) {
      let item = pushElement(position, of: index)
      requests.append(try workRequest(item, isPeriodic, wanted, of: index))
      keep(before)
    }
    return requests
  }

  private func workRequest(
    _ place: Int, _ isPeriodic: Bool?, _ wanted: String, of argument: Int
  ) throws(LuaFailure) -> WorkRequest {
    let before = count
    defer { keep(before) }
    let name = type(at: place) == .table ? text(at: pushField("class", of: place)) : nil
    for kind in [false, true] where name == LuaFrame.className(isPeriodic: kind) {
      guard isPeriodic == nil || isPeriodic == kind else { break }
      return try readWorkRequest(place, isPeriodic: kind)
    }
    throw argumentFailure(argument, "\(wanted) expected, got \(name ?? describe(place))")
  }

  private func readWorkRequest(
    _ index: Int, isPeriodic: Bool
  ) throws(LuaFailure) -> WorkRequest {
    let before = count
    defer { keep(before) }
    let owner = LuaFrame.className(isPeriodic: isPeriodic)
    let worker = pushField("worker", of: index)
    guard type(at: worker) == .string, let name = text(at: worker), !name.isEmpty else {
      throw LuaFailure(
        .runtime,
        "\(owner): worker: the name of what doWork is to do expected, got \(describe(worker))")
    }
    var request = WorkRequest(worker: name)
    try readConstraints(index, owner, into: &request)
    request.initialDelay = try workTime("initialDelay", of: index, owner) ?? .zero
    let policy = try word("backoffPolicy", WorkField.policies, "BackoffPolicy", of: index, owner)
    let delay = try workTime("backoffDelay", of: index, owner)
    if policy != nil || delay != nil {
      let initial = delay ?? WorkRules.backoff.initial
      request.backoff = JobBackoff(
        policy == "LINEAR" ? .linear : .exponential,
        initial: max(WorkRules.leastBackoff, min(initial, WorkRules.longestBackoff)))
    }
    let quota = OutOfQuotaPolicy.allCases.map(\.rawValue)
    request.outOfQuota = try word("expedited", quota, "OutOfQuotaPolicy", of: index, owner)
      .flatMap(OutOfQuotaPolicy.init)
    let input = pushField("inputData", of: index)
    if !isNil(input) { request.input = try workData(input, "\(owner): inputData") }
    if isPeriodic {
      guard let interval = try workTime("repeatInterval", of: index, owner) else {
        throw LuaFailure(.runtime, "\(owner): repeatInterval: seconds expected, got nil")
      }
      request.interval = max(WorkRules.leastInterval, interval)
      if let flex = try workTime("flexInterval", of: index, owner) {
        request.flex = min(max(WorkRules.leastFlex, flex), max(WorkRules.leastInterval, interval))
      }
    }
    if let mistake = request.mistake { throw LuaFailure(.runtime, mistake) }
    return request
  }

  private func readConstraints(
    _ index: Int, _ owner: String, into request: inout WorkRequest
  ) throws(LuaFailure) {
    let place = pushField("constraints", of: index)
    if isNil(place) { return }
    guard type(at: place) == .table else {
      throw LuaFailure(
        .runtime, "\(owner): constraints: a table expected, got \(describe(place))")
    }
    try checkFields(of: place, "constraints", WorkField.constraints)
    let network = try word(
      "requiredNetworkType", WorkField.networks, "NetworkType", of: place, "constraints")
    request.network = network == "CONNECTED" ? .any : network == "UNMETERED" ? .unmetered : .none
    for (name, condition) in JobField.conditions {
      let value = pushField(name, of: place)
      if isNil(value) { continue }
      guard type(at: value) == .boolean else {
        throw LuaFailure(
          .runtime, "constraints: \(name): true or false expected, got \(describe(value))")
      }
      if truth(value) { request.conditions.insert(condition) }
    }
  }

  private func workTime(
    _ name: String, of index: Int, _ owner: String
  ) throws(LuaFailure) -> TimeSpan? {
    let place = pushField(name, of: index)
    if isNil(place) { return nil }
    guard type(at: place) == .number, let value = try? number(place), value >= 0, value.isFinite
    else {
      throw LuaFailure(
        .runtime, "\(owner): \(name): seconds, 0 or more, expected, got \(describe(place))")
    }
    guard value <= JobField.longestTime else {
      throw LuaFailure(
        .runtime, "IllegalArgumentException: \(owner): \(name): it is too long (\(value) s)")
    }
    return .seconds(value)
  }

  /// One of the constants of a table, which are its own names; nil where the field is.
  private func word(
    _ name: String, _ words: [String], _ table: String, of index: Int, _ owner: String
  ) throws(LuaFailure) -> String? {
    let place = pushField(name, of: index)
    if isNil(place) { return nil }
    guard type(at: place) == .string, let word = text(at: place), words.contains(word) else {
      throw LuaFailure(
        .runtime,
        "\(owner): \(name): one of \(LuaFrame.list(words, of: table)) expected, got "
          + describe(place))
    }
    return word
  }

  /// The policy that is value `index`, by its name.
  func policy(
    _ index: Int, _ words: [String], _ table: String
  ) throws(LuaFailure) -> String {
    guard type(at: index) == .string, let word = text(at: index), words.contains(word) else {
      throw argumentFailure(
        index, "one of \(LuaFrame.list(words, of: table)) expected, got \(describeArgument(index))")
    }
    return word
  }

  func existingWorkPolicy(_ index: Int) throws(LuaFailure) -> ExistingWorkPolicy {
    let words = ExistingWorkPolicy.allCases.map(\.rawValue)
    let word = try policy(index, words, "ExistingWorkPolicy")
    return ExistingWorkPolicy(rawValue: word) ?? .keep
  }

  private static func list(_ words: [String], of table: String) -> String {
    words.map { "\(table).\($0)" }.joined(separator: ", ")
  }

  /// A `Data`: a table of plain values, not too large.
  func workData(_ index: Int, _ owner: String) throws(LuaFailure) -> LuaValue {
    guard type(at: index) == .table else {
      throw LuaFailure(.runtime, "\(owner): a table expected, got \(describe(index))")
    }
    let data = try value(index, as: owner)
    if let excess = WorkRules.excess(of: data) { throw LuaFailure(.runtime, excess) }
    return data
  }
}
