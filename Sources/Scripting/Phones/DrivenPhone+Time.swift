import Device
import Simulation

/// The acts that a driver has planned for later moments, in order of declaration.
struct PhonePlans {
  enum Act {
    /// An act of the driver's own, which knows it by this number.
    case own(Int)
    case server(String, ServerCondition)
  }

  private struct Plan {
    /// The moment of the act; nil while `event` has not come.
    var due: Instant?
    var event: AwaitedEvent?
    var delay = TimeSpan.zero
    let act: Act
  }

  private var plans: [Plan] = []

  mutating func add(_ act: Act, at moment: Instant) { plans.append(Plan(due: moment, act: act)) }

  mutating func add(_ act: Act, after event: AwaitedEvent, _ delay: TimeSpan) {
    plans.append(Plan(event: event, delay: delay, act: act))
  }

  /// Whether a plan has got its moment by this.
  mutating func note(_ record: Record, of app: AppID?, at now: Instant) -> Bool {
    var isAny = false
    for index in plans.indices where plans[index].due == nil {
      guard let event = plans[index].event, event.isMet(by: record, of: app) else { continue }
      plans[index].due = now + plans[index].delay
      isAny = true
    }
    return isAny
  }

  var isEmpty: Bool { plans.isEmpty }

  /// When the next is to be done; nil: none has a moment.
  var nextDue: Instant? { plans.compactMap(\.due).min() }

  /// Takes the first that is due by a moment.
  mutating func take(dueBy moment: Instant) -> Act? {
    plans.firstIndex { $0.due.map { $0 <= moment } ?? false }.map { plans.remove(at: $0).act }
  }
}

/// Time that passes on a phone.
struct Passage {
  let stop: Instant
  let awaited: AwaitedEvent?
  /// Whether the awaited event has come.
  var hasCome = false
  /// That has come, or a plan has got its moment.
  var isRoused = false
  /// The moment whose plans are carried out.
  var performing: Instant?
  /// All has happened up to `stop`.
  var isThere = false
}

extension DrivenPhone {
  /// One step of time that passes, as the driver sees it.
  package enum Step {
    /// So many events have happened, at least one.
    case events(Int)
    /// It is the moment of something that the driver has planned.
    case own(Int)
  }

  /// Whether time passes: then the driver may act, but let no time pass.
  package var isPassing: Bool { passage != nil }

  /// Plans what the driver does itself, so long after the next event.
  package func plan(_ number: Int, after event: AwaitedEvent, _ delay: TimeSpan) {
    plans.add(.own(number), after: event, delay)
  }

  /// The same, so long after now.
  package func plan(_ number: Int, in delay: TimeSpan) {
    plans.add(.own(number), at: device.now + delay)
  }

  /// Lets time pass up to and including a moment, or until an event has come.
  ///
  /// - Parameters:
  ///   - failure: makes the driver's error of what is in the way.
  ///   - take: gets what time brings, step by step; no more time passes once it returns false.
  /// - Returns: false where an event was to come and has not.
  @discardableResult
  package func pass<Failure: Error>(
    to stop: Instant, until event: AwaitedEvent? = nil, failure: (PhoneTrouble) -> Failure,
    take: (Step) throws(Failure) -> Bool
  ) throws(Failure) -> Bool {
    func attempt<Result>(_ body: () throws(PhoneTrouble) -> Result) throws(Failure) -> Result {
      do throws(PhoneTrouble) { return try body() } catch { throw failure(error) }
    }
    try attempt { () throws(PhoneTrouble) in try beginPassing(to: stop, until: event) }
    defer { passage = nil }
    while let step = try attempt({ () throws(PhoneTrouble) in try nextStep() }) {
      guard try take(step) else { break }
    }
    return event == nil || passage?.hasCome == true
  }

  private func beginPassing(
    to stop: Instant, until event: AwaitedEvent?
  ) throws(PhoneTrouble) {
    guard passage == nil else {
      throw PhoneTrouble(
        "no time can pass in an action of after, which is called at its moment; "
          + "give it an after of its own")
    }
    guard stop <= device.end else {
      let lifetime = scenario.duration
      let text =
        lifetime == DrivenPhone.lifetime ? "\(Int(lifetime / .days(1))) days" : "\(lifetime)"
      throw PhoneTrouble("the phone's time is over (\(text)); let less time pass")
    }
    passage = Passage(stop: stop, awaited: event)
  }

  /// Returns the next step; nil once the moment is there, or the awaited event has come.
  private func nextStep() throws(PhoneTrouble) -> Step? {
    guard let passage else { return nil }
    if let moment = passage.performing {
      while let act = plans.take(dueBy: moment) {
        switch act {
        case .own(let number): return .own(number)
        case .server(let name, let condition): device.set(condition, ofServer: name)
        }
      }
      self.passage?.performing = nil
    }
    if passage.hasCome || passage.isThere { return nil }
    self.passage?.isRoused = false
    guard let due = plans.nextDue, due <= passage.stop else {
      let (count, isUpToIt) = try go(to: passage.stop)
      self.passage?.isThere = isUpToIt
      return .events(count)
    }
    // Plans act before what the device has for their moment.
    let (count, isUpToIt) = try go(to: max(device.now, due - .nanoseconds(1)))
    if isUpToIt {
      if due > device.now { device.advance(to: due) }
      self.passage?.performing = due
    }
    return .events(count)
  }

  /// Lets events happen up to a moment, so many at most, or until something has come.
  private func go(to stop: Instant) throws(PhoneTrouble) -> (count: Int, isUpToIt: Bool) {
    var count = 0
    let isCut = device.advance(until: stop) { _ in
      count += 1
      return passage?.isRoused == true || count == eventsAtATime
    }
    if let breakdown = device.breakdown {
      throw PhoneTrouble("the run broke down: \(breakdown)")
    }
    return (count + 1, !isCut && passage?.isRoused != true)
  }
}
