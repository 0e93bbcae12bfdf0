import Device
import Lua
import Simulation

/// When something must hold of a phone.
enum PropertyKind: String, CaseIterable {
  case always, never, eventually
}

/// What a scenario says of its phone at all times: its keys `always`, `never` and `eventually`.
///
/// They are asked at the start, after each event and after each act of a driver. In the terms of temporal logic (Pnueli 1977) they
/// are G p, G not p, and F p until the run's end. It belongs to one run, on one thread.
public final class ScenarioProperties {
  private struct Property {
    let kind: PropertyKind
    let function: LuaReference
    let location: SourceLocation
    /// Whether nothing more is to be learnt of it.
    var isSettled = false
  }

  /// A property that does not hold.
  public struct Failure: Sendable {
    public let failure: TestFailure
    /// When it was seen.
    public let at: Instant
    /// Whether it is a mistake of the function itself, which then says nothing of the run.
    public let isMistake: Bool

    /// The failure, with the time of the run.
    public var timed: TestFailure {
      var failure = failure
      failure.message += ", at \(failure.at ?? "")"
      return failure
    }
  }

  private let declaration: Declaration
  private let phone: WatchedPhone
  private var properties: [Property] = []
  /// Those that do not hold, in the order in which that was seen.
  public private(set) var failures: [Failure] = []

  /// Runs the scenario's script again for its functions; nil where it says nothing.
  ///
  /// - Throws: why it cannot be run.
  public init?(of loaded: LoadedScenario) throws(ScriptError) {
    guard loaded.hasProperties, let declaration = try loaded.rerun?(loaded.scenario.seed) else {
      return nil
    }
    self.declaration = declaration
    phone = WatchedPhone(loaded.scenario)
    declaration.host.watched = phone
    for kind in PropertyKind.allCases {
      properties += declaration.functions(kind.rawValue).map {
        Property(kind: kind, function: $0.function, location: $0.location)
      }
    }
  }

  /// Takes a record of the run; for `Device`.
  public func note(_ entry: RecordEntry) { phone.note(entry) }

  /// Runs every event up to a moment, at most the end of the scenario, and asks before the first,
  /// for a driver may have acted, and after each.
  ///
  /// - Parameters:
  ///   - watch: called every thousand events or so with virtual time and the number of events;
  ///     false stops the run there, between two events.
  public func run(
    _ device: Device, until limit: Instant? = nil, watch: (Instant, Int) -> Bool = { _, _ in true }
  ) {
    begin(device)
    let stop = min(limit ?? device.end, device.end)
    var goesOn = true
    var events = 0
    ask(at: device.now)
    device.advance(until: stop) { device in
      events += 1
      if events & 0x3FF == 0 { goesOn = watch(device.now, events) }
      ask(at: device.now)
      return !goesOn
    }
    guard goesOn, device.breakdown == nil else { return }
    // The run is closed at its end.
    device.run(until: stop)
    if stop == device.end { finish(at: stop) }
  }

  /// Looks at a device from now on.
  func begin(_ device: Device) { phone.running = device }

  /// Asks all that are not settled.
  public func ask(at now: Instant) {
    for index in properties.indices where !properties[index].isSettled {
      let property = properties[index]
      do throws(LuaFailure) {
        let holds = try declaration.ask(property.function)
        switch property.kind {
        // One that only expects something returns nothing.
        case .always where holds == false:
          fail(index, "always: this does not hold", at: now)
        case .never where holds == true: fail(index, "never: this holds", at: now)
        case .eventually where holds == true: properties[index].isSettled = true
        default: break
        }
      } catch {
        properties[index].isSettled = true
        let isMistake = !declaration.host.hasRaised(error)
        add(
          declaration.host.failure(of: error, in: property.kind.rawValue), at: now,
          isMistake: isMistake)
      }
    }
  }

  /// The run has come to its end: what was to hold at some time and never has does not.
  func finish(at end: Instant) {
    for index in properties.indices
    where properties[index].kind == .eventually && !properties[index].isSettled {
      fail(index, "eventually: this has never held", at: end)
    }
  }

  private func fail(_ index: Int, _ words: String, at now: Instant) {
    properties[index].isSettled = true
    add(declaration.host.stated(TestFailure(words, at: properties[index].location)), at: now)
  }

  private func add(_ failure: TestFailure, at now: Instant, isMistake: Bool = false) {
    var failure = failure
    failure.clock = DayClock(startsAt: phone.scenario.startsAt)
    failure.at = failure.clock.text(now)
    failures.append(Failure(failure: failure, at: now, isMistake: isMistake))
  }
}

extension Declaration {
  /// Asks a property about the phone: whether what it returns is neither nil nor false; nil where
  /// it returns nothing.
  fileprivate func ask(_ function: LuaReference) throws(LuaFailure) -> Bool? {
    try state.call(
      function, limit: Declaration.limits.entryInstructions,
      arguments: { $0.push(DeclarationLibrary.watchedPhone, identifier: 0) },
      results: { $0.count > 0 ? $0.truth(1) : nil })
  }
}

extension DeclarationHost {
  /// Whether an error is that of an expectation.
  fileprivate func hasRaised(_ error: LuaFailure) -> Bool {
    raised.map { error.message.hasSuffix($0.message) } ?? false
  }

  /// The failure behind an error that has come out of a function of the scenario's.
  func failure(of error: LuaFailure, in what: String) -> TestFailure {
    defer { raised = nil }
    if let raised, hasRaised(error) { return stated(raised) }
    let place = SourceLocation(file: error.file ?? path, line: error.line ?? 0)
    return stated(TestFailure("\(what): \(withoutPlace(error))", at: place))
  }
}
