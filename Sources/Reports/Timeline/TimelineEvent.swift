import Device
import Simulation

/// An event of a timeline, read from a record. Apps are numbered from 0, in the order in which they
/// first appear.
enum TimelineEvent: Equatable {
  case app(Int, name: String)
  /// An app has another activity from now on.
  case activity(Int, Activity, cause: String)
  /// The moment until which background time is reserved for an app; nil: none is.
  case reserved(Int, until: Instant?)
  /// A span begins in the lowest row of its app and kind that is free.
  ///
  /// - Parameters:
  ///   - decision: number of the decision that it follows from, if any.
  case began(Int, SpanKind, row: Int, name: String, decision: Int?)
  case ended(Int, SpanKind, row: Int, how: String)
  case mark(Int, MarkKind, String, decision: Int?)
  /// Its process was ended for a fault of its own; a mark says so too.
  case killed(app: Int, reason: ExitReason, code: String?)
  case finding(Int, FindingRule, SourceLocation?, message: String)
  /// The last finding of this rule, place and message is taken back.
  case undone(Int, FindingRule, SourceLocation?, message: String)
  /// The app that the user sees; nil: none.
  case user(Int?)
  case network(String)
  case power(isCharging: Bool, isLowPowerMode: Bool)
  case level(Level, Double)
  /// The policy was asked, and this is how it answered.
  indirect case decision(Int, RecordEntry)
  /// A line about the last decision, or about a review in which the policy was not asked.
  indirect case explanation(RecordEntry)
}
