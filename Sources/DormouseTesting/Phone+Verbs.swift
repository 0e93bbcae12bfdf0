import Device
import Scripting
import Simulation
import Testing

/// The events in the life of a phone, and its visible state.
extension Phone {
  // MARK: Time

  /// Lets a span of time pass, in which all that is due happens.
  public func advance(
    _ span: Span, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven) throws(PhoneTrouble) in
      guard span >= .zero else {
        throw PhoneTrouble("advance: \(span) is no length of time; give 0 or more")
      }
      try pass(to: driven.device.now + span)
    }
  }

  /// Lets time pass until the next event of this name; where none comes within the time, an issue
  /// is recorded.
  ///
  /// - Parameters:
  ///   - event: the kind of a record of the trace, as "task.begin", or a callback, as
  ///     "expirationHandler".
  public func advance(
    until event: String, within: Span = .days(1),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) { advance(until: event, of: nil, within: within, sourceLocation) }

  func advance(
    until name: String, of app: AppID?, within: Span, _ location: Testing.SourceLocation
  ) {
    act(location) { (driven) throws(PhoneTrouble) in
      let event = try AwaitedEvent(named: name, of: app)
      let last = driven.lastSeen[event.kind]
      guard try pass(to: driven.device.now + within, until: event) || !isSound else {
        throw PhoneTrouble(driven.absence(of: name, event, within: within, since: last))
      }
    }
  }

  /// Calls `action` so long after now, before what the phone has for that moment. It may act, but
  /// let no time pass.
  public func after(
    _ span: Span, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ action: @escaping () -> Void
  ) { act(sourceLocation) { $0.plan(plan(action), in: span) } }

  /// Calls `action` so long after the next event of this name.
  public func after(
    _ event: String, _ span: Span, sourceLocation: Testing.SourceLocation = #_sourceLocation,
    _ action: @escaping () -> Void
  ) { after(event, of: nil, span, sourceLocation, action) }

  func after(
    _ name: String, of app: AppID?, _ span: Span, _ location: Testing.SourceLocation,
    _ action: @escaping () -> Void
  ) {
    act(location) { (driven) throws(PhoneTrouble) in
      driven.plan(plan(action), after: try AwaitedEvent(named: name, of: app), span)
    }
  }

  // MARK: The user and the world

  /// Leaves the app in front, if there is one, for the home screen.
  public func home(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { $0.device.leave() }
  }

  /// Locks the phone: the app in front is left, as by `home`, and 10 s later what is protected
  /// cannot be read. Does nothing where the phone is locked.
  public func lock(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { $0.device.lock() }
  }

  /// Unlocks the phone: the app that was in front when it was locked is so again.
  public func unlock(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { $0.unlock() }
  }

  /// Restarts the phone: every process ends, and before `unlock` nothing is launched or protected
  /// data read; what apps have submitted and stored is kept.
  public func reboot(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { $0.device.reboot() }
  }

  /// Connects the phone to another network from now on.
  public func network(
    _ kind: Network, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) { act(sourceLocation) { $0.device.change(network: kind) } }

  /// Puts the phone on the charger, or takes it off, from now on.
  public func charger(
    _ isOn: Bool, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) { act(sourceLocation) { $0.device.change(charging: isOn) } }

  /// Turns Low Power Mode on or off from now on.
  public func lowPowerMode(
    _ isOn: Bool, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) { act(sourceLocation) { $0.device.change(lowPowerMode: isOn) } }

  /// Sets the level of the battery from now on, from 0 to 1.
  public func battery(
    _ level: Double, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven) throws(PhoneTrouble) in
      guard level >= 0, level <= 1 else {
        throw PhoneTrouble("battery: out of range (\(level)); give a level from 0 to 1")
      }
      driven.device.change(level: level)
    }
  }

  /// Moves the phone to another place, in degrees.
  public func moveTo(
    latitude: Double, longitude: Double,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven) throws(PhoneTrouble) in
      guard latitude.magnitude <= 90, longitude.magnitude <= 180 else {
        throw PhoneTrouble("moveTo: no place (\(latitude), \(longitude)); give degrees")
      }
      try driven.move(to: .place(Position(latitude: latitude, longitude: longitude)))
    }
  }

  /// Moves the phone by so many metres from where it is.
  public func moveTo(
    north: Double = 0, east: Double = 0,
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven) throws(PhoneTrouble) in
      guard north.isFinite, east.isFinite else {
        throw PhoneTrouble("moveTo: no place (\(north), \(east)); give metres")
      }
      try driven.move(to: .metres(north: north, east: east))
    }
  }

  /// Brings an accessory into reach, so that the apps that wait for it are connected.
  public func connect(
    _ accessory: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven) throws(PhoneTrouble) in
      try driven.move(accessory: accessory, isAway: false)
    }
  }

  /// Takes an accessory out of reach, so that the apps that were connected to it are not.
  public func disconnect(
    _ accessory: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven) throws(PhoneTrouble) in
      try driven.move(accessory: accessory, isAway: true)
    }
  }

  /// Has an accessory send a value to the apps that are connected to it.
  public func sendValue(
    _ accessory: String, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) {
    act(sourceLocation) { (driven) throws(PhoneTrouble) in
      try driven.sendValue(of: accessory)
    }
  }

  /// Heats the phone up, or lets it cool down, from now on.
  public func thermalState(
    _ state: Heat, sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) { act(sourceLocation) { $0.device.change(thermalState: state) } }

  /// Warns the apps that run of a shortage of memory; none ends for it.
  public func memoryWarning(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { $0.device.warnOfMemory() }
  }

  /// Ends the phone's run: findings come that are reported only then (`modeUnused`).
  public func finish(sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    act(sourceLocation) { $0.device.close() }
  }

  // MARK: What is seen

  /// The time that has passed since the phone was started.
  public var now: Span { driven.age }

  /// The name of the app in front; nil for the home screen.
  public var foreground: String? {
    (driven.running?.foreground).map { driven.name(of: $0) }
  }

  /// The background time in the phone's pool.
  public var pool: Span { driven.running?.present.pool.available ?? .zero }

  /// The findings of all apps so far, in order of first appearance.
  public var findings: [Finding] { driven.running?.findings ?? [] }

  /// Returns the last records of the trace, without the policy's decisions, a line each. O(lines).
  public func trace(last count: Int) -> [String] {
    guard let device = driven.running else { return [] }
    return driven.lastRecords(count).map { $0.line(device.clock) }
  }

  /// Returns the last records of the trace as the end of a message.
  func trace(until count: Int) -> String {
    guard let device = driven.running else { return "" }
    return "\nthe phone's trace until \(device.clock.text(device.now))"
      + trace(last: count).map { "\n  \($0)" }.joined()
  }
}
