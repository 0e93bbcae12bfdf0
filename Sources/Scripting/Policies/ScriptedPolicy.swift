import Device
import Lua
import Simulation

/// A scheduling policy in Lua: a file that ends in `return policy { ... }`.
///
/// A call that goes wrong (an error, a nonsensical answer, too many instructions or too much
/// memory) is a fault of the policy, with file and line, and its answer then is "nothing". Beyond
/// the limits of instructions, memory and nested calls the script is ended: all later calls are
/// faults. Where the
/// clock ends it, so is the run. A function that the script has not is answered as `first-come`
/// does: time as asked for, fetches in order of waiting.
public final class ScriptedPolicy: SchedulingPolicy {
  /// The limits of a script: instructions in one call, and memory in all.
  static let limits = LuaLimits(memoryBytes: 256 << 20, entryInstructions: 20_000_000)

  /// The script's `name`, or its file's.
  public let name: String
  /// The path of the script, as it was named.
  public let file: String
  /// The script's `looksAhead`.
  public let looksAhead: Bool
  /// The script's `asksAtOpens`.
  public let asksAtOpens: Bool
  /// Where each function is written, for the faults of what it returns.
  private let places: [PolicyMethod: SourceLocation]
  private let functions: [PolicyMethod: LuaReference]
  private let table: LuaReference
  private let state: LuaState
  private let host: PolicyHost
  /// The names of all apps, in the order in which they became known.
  private(set) var names: [String]
  /// What ended the script; nil: it goes on.
  private var ending: String?
  private(set) var identifiers: [String: AppID]
  private var namesByID: [AppID: String]

  /// - Parameters:
  ///   - apps: the scenario's apps by `AppID`.
  init(
    _ script: PolicyScript, file: String, name: String, state: LuaState, host: PolicyHost,
    apps: [String]
  ) {
    self.name = name
    self.file = file
    self.state = state
    self.host = host
    table = script.table
    functions = script.functions
    looksAhead = script.looksAhead
    asksAtOpens = script.asksAtOpens
    places = script.places
    names = apps
    namesByID = Dictionary(
      uniqueKeysWithValues: apps.enumerated().map { (AppID($0), $1) })
    identifiers = Dictionary(
      apps.enumerated().map { ($1, AppID($0)) }, uniquingKeysWith: { first, _ in first })
  }

  // MARK: The calls

  public func answer(
    _ request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<GrantDecision> {
    guard functions[.backgroundTime] != nil else {
      return answered(GrantDecision(min(request.allowance, device.pool.available)))
    }
    learn(request.app)
    return call(.backgroundTime, or: GrantDecision(.zero)) { frame in
      frame.push(request)
      show(device, in: frame)
    } answer: { (frame) throws(LuaFailure) in
      let seconds = try Self.seconds(
        1, in: frame, what: "the time", "return seconds, 0 to request.allowance")
      // A time that the script was shown means exactly that, however long.
      let shown = [request.allowance, device.pool.available].first { $0.seconds == seconds }
      return GrantDecision(
        shown ?? .seconds(seconds),
        explanation: frame.isNil(2)
          ? nil : frame.text(at: 2).map { GrantExplanation(reason: $0) })
    }
  }

  public func answer(
    _ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot
  ) -> PolicyAnswer<WorkDecision> {
    guard functions[.fetches] != nil else {
      return answered(WorkDecision(candidates.prefix(max(0, slots)).map(\.app.id)))
    }
    for candidate in candidates { learn(candidate.app) }
    return call(.fetches, or: WorkDecision()) { frame in
      frame.push(candidates)
      frame.push(slots)
      show(device, in: frame)
    } answer: { (frame) throws(LuaFailure) in
      var decision = WorkDecision(try self.apps(in: frame))
      let remarks = try self.remarks(in: frame)
      decision.reasons = remarks.compactMap { remark in
        remark.reason.map { (app: remark.app, reason: $0) }
      }
      if decision.reasons.count > 1 {
        // A table has no order: reasons stand as the chosen do, then as the candidates.
        var places: [AppID: Int] = [:]
        for app in decision.chosen + candidates.map(\.app.id) where places[app] == nil {
          places[app] = places.count
        }
        decision.reasons.sort {
          (places[$0.app] ?? .max, $0.app) < (places[$1.app] ?? .max, $1.app)
        }
      }
      if device.explains {
        decision.explanation = self.explanation(of: candidates, decision.chosen, remarks, slots)
      }
      if !frame.isNil(3) {
        let what = "the time until it is asked again"
        let seconds = try Self.seconds(3, in: frame, what: what, "return seconds above 0, or nil")
        guard seconds > 0 else {
          throw LuaFailure(.runtime, "\(what) is 0; return seconds above 0, or nil")
        }
        decision.askAgainAfter = max(.seconds(seconds), TimeSpan(nanoseconds: 1))
      }
      return decision
    }
  }

  public func answer(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> PolicyAnswer<[AppID]> {
    guard functions[.reclaim] != nil else { return answered([]) }
    for holder in holders { learn(holder.app) }
    learn(request.app)
    return call(.reclaim, or: []) { frame in
      frame.push(holders)
      show(device, in: frame)
      frame.push(request)
    } answer: { (frame) throws(LuaFailure) in
      try self.apps(in: frame)
    }
  }

  public func answer(_ outcome: PolicyOutcome) -> PolicyAnswer<Void> {
    guard functions[.observe] != nil else { return answered(()) }
    return call(.observe, or: ()) { frame in
      frame.push(outcome) { name(of: $0) }
    } answer: { _ in
    }
  }

  public func backgroundTime(_ request: BackgroundTimeRequest, device: DeviceSnapshot) -> TimeSpan {
    answer(request, device: device).value.amount
  }

  public func fetches(
    _ candidates: WorkCandidates, slots: Int, device: DeviceSnapshot
  ) -> WorkDecision {
    answer(candidates, slots: slots, device: device).value
  }

  public func reclaim(
    _ holders: [BackgroundHolder], for request: BackgroundTimeRequest, device: DeviceSnapshot
  ) -> [AppID] {
    answer(holders, for: request, device: device).value
  }

  public func observe(_ outcome: PolicyOutcome) { _ = answer(outcome) }

  /// A decision, with what the script has printed so far.
  private func answered<Value>(_ value: Value, fault: PolicyFault? = nil) -> PolicyAnswer<Value> {
    PolicyAnswer(value, log: host.takeLog(), fault: fault)
  }

  private func call<Value>(
    _ call: PolicyMethod, or nothing: Value, arguments: (borrowing LuaFrame) -> Void,
    answer: (borrowing LuaFrame) throws(LuaFailure) -> Value
  ) -> PolicyAnswer<Value> {
    guard let function = functions[call] else { return answered(nothing) }
    if let ending {
      return answered(nothing, fault: PolicyFault("ended by an earlier call: \(ending)"))
    }
    var isAnswered = false
    do throws(LuaFailure) {
      let result = try state.call(function, limit: Self.limits.entryInstructions) { frame in
        frame.push(table)
        arguments(frame)
      } results: { (frame) throws(LuaFailure) in
        isAnswered = true
        return try answer(frame)
      }
      if state.collectIfGrown(), let failure = state.killFailure { throw failure }
      return answered(result)
    } catch {
      let place = places[call].map { "\($0): " } ?? ""
      let message =
        isAnswered && !error.isFatal
        ? "\(place)\(call.rawValue): \(error.message)" : withPlace(error)
      // A recursion without end takes long each time, and would be one in all calls.
      if error.isFatal || error.kind == .stackOverflow { ending = message }
      return answered(nothing, fault: PolicyFault(message, breaksRun: error.breaksRun))
    }
  }

  private func show(_ device: DeviceSnapshot, in frame: borrowing LuaFrame) {
    frame.push(device, lookingAhead: looksAhead ? { self.name(of: $0) } : nil)
  }

  // MARK: Names

  /// Remembers an app that the scenario's list did not hold.
  private func learn(_ app: AppSnapshot) {
    guard namesByID[app.id] != app.name else { return }
    namesByID[app.id] = app.name
    identifiers[app.name] = app.id
    names.append(app.name)
  }

  func name(of app: AppID) -> String { namesByID[app] ?? "#\(app.index)" }
}

/// The message with the "file:line: " that Lua puts in front of most, but not of all.
private func withPlace(_ failure: LuaFailure) -> String {
  guard let file = failure.file, let line = failure.line else { return failure.message }
  return "\(file):\(line): \(UnmodelledName.advised(withoutPlace(failure), in: .policy))"
}
