import Simulation

/// Writes down what happens: the trace, and the findings.
final class Recorder {
  let trace: Trace
  /// Follows the run; nil: there is no observer, which costs nothing.
  var observer: RecordObserver?
  private let agenda: Agenda
  /// In order of first appearance.
  private(set) var findings: [Finding] = []
  /// Positions in `findings`; looked up only.
  private var places: [FindingKey: Int] = [:]

  /// The number of places that each app's findings have.
  private let findingPlaces: PerApp<Int>

  /// Findings of one rule at one line of one app are one, with a count.
  private struct FindingKey: Hashable {
    let rule: FindingRule
    let app: AppID
    let location: SourceLocation?

    // Few rules and files have one line, and their names would be hashed.
    func hash(into hasher: inout Hasher) {
      hasher.combine(app)
      hasher.combine(location?.line)
    }
  }

  /// The reports about each app that may yet be taken back, the latest of them, in order.
  private let provisional: PerApp<[Report]>

  private struct Report {
    let key: FindingKey
    let message: String
    let at: Instant
  }

  init(_ trace: Trace, _ observer: RecordObserver?, _ agenda: Agenda, apps: Int) {
    self.observer = observer
    findingPlaces = PerApp(0, count: apps)
    provisional = PerApp([], count: apps)
    self.trace = trace
    self.agenda = agenda
  }

  /// Writes down what happened to the device, or to an app, and the line of its code for observers.
  func record(_ record: Record, of app: String? = nil, at place: SourceLocation? = nil) {
    trace.record(record, of: app, at: agenda.now)
    observer?(RecordEntry(at: agenda.now, app: app, record, place: place))
  }

  /// Reports a mistake of an app.
  func report(
    _ rule: FindingRule, _ message: String, of process: Process, at location: SourceLocation?
  ) {
    record(.finding(rule, location, message), of: process.name)
    var location = location
    var key = FindingKey(rule: rule, app: process.id, location: location)
    var known = places[key]
    if known == nil, findingPlaces[process] >= Limits.findingPlaces {
      location = nil
      key = FindingKey(rule: rule, app: process.id, location: nil)
      known = places[key]
    }
    if rule.mayBeTakenBack {
      provisional[process].append(Report(key: key, message: message, at: agenda.now))
      if provisional[process].count > Limits.findingPlaces { provisional[process].removeFirst() }
    }
    if let known {
      findings[known].count += 1
    } else {
      findingPlaces[process] += 1
      places[key] = findings.count
      findings.append(
        Finding(
          rule: rule, app: process.id, location: location, message: message,
          firstAt: agenda.now, count: 1))
    }
  }

  /// Withdraws the last report of a rule at a line with this message: another finding has followed
  /// from it, and one mistake is one finding. Other reports at the line stay. The trace records it,
  /// so that its readers count the same. O(n) in the findings.
  func withdraw(
    _ rule: FindingRule, _ message: String, of process: Process, at location: SourceLocation?
  ) {
    record(.findingUndone(rule, location, message), of: process.name)
    // A report from before the end of the warm-up is not counted any more.
    let known = provisional[process].lastIndex {
      $0.key.rule == rule && $0.message == message
        && ($0.key.location == location || $0.key.location == nil)
    }
    guard let known else { return }
    let report = provisional[process].remove(at: known)
    guard let place = places[report.key] else { return }
    findings[place].count -= 1
    guard findings[place].count == 0 else {
      if findings[place].message == message, findings[place].firstAt == report.at,
        let next = provisional[process].first(where: { $0.key == report.key })
      {
        findings[place].message = next.message
        findings[place].firstAt = next.at
      }
      return
    }
    findings.remove(at: place)
    findingPlaces[process] -= 1
    places[report.key] = nil
    for (other, index) in places where index > place { places[other] = index - 1 }
  }

  func forgetFindings() {
    findings = []
    places = [:]
    findingPlaces.changeEach { $0 = 0 }
    provisional.changeEach { $0 = [] }
  }
}

extension Trace {
  /// Adds a record: the device's, or one that was read from another trace, which has the same
  /// fingerprint then.
  public func record(_ record: Record, of app: String?, at instant: Instant) {
    self.record(record.kind.rawValue, at: instant, app: app) { record.coded(by: &$0) }
  }
}
