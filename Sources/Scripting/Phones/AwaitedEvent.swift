import Device
import Simulation

/// An event that a driver waits for: a record of a kind, or a callback.
package struct AwaitedEvent: Sendable {
  package let kind: TraceKind
  /// The name of the callback; nil for a record that is none.
  let callback: String?
  /// The app of the event; nil for any app, or none.
  let app: AppID?

  /// Names beside the kinds of records: callbacks.
  static let callbacks =
    Callback.methodNames + ["expirationHandler"] + Callback.androidMethodNames

  /// The event of a name: the kind of a record, or a callback.
  package init(named name: String, of app: AppID?) throws(PhoneTrouble) {
    if let kind = TraceKind(rawValue: name), !kind.isComment {
      self.kind = kind
      callback = nil
    } else if AwaitedEvent.callbacks.contains(name) {
      kind = .appCallback
      callback = name
    } else {
      let known = TraceKind.allCases.filter { !$0.isComment }.map(\.rawValue)
      throw PhoneTrouble(
        "no such event (\(quoted(name))); "
          + advice(for: name, among: known + AwaitedEvent.callbacks, what: "event"))
    }
    self.app = app
  }

  /// - Parameters:
  ///   - owner: the app that the record is of.
  func isMet(by record: Record, of owner: AppID?) -> Bool {
    guard record.kind == kind, app == nil || owner == app else { return false }
    guard let callback, case .callback(let name) = record else { return true }
    return name == callback
  }
}

extension DrivenPhone {
  /// That an event which was to come within a time has not.
  package func absence(
    of name: String, _ event: AwaitedEvent, within: TimeSpan, since last: Instant?
  ) -> String {
    let whose = event.app.map { " of \(self.name(of: $0))" } ?? ""
    let before = last.map { "; the last was at \(device.clock.text($0)), before the call" } ?? ""
    return "expected \(name)\(whose) within \(within); it did not come\(before)"
  }
}
