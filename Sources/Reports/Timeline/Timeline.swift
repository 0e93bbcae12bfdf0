import Device
import Simulation

/// A run on the axis of time: a lane an app, lanes of the device, quantities, and the decisions
/// between them.
///
/// It is made from the records of a trace (`TimelineBuilder`). The HTML of a run and the timeline
/// in the terminal show it; the Perfetto export reads the same events as they come.
public struct Timeline: Sendable {
  /// An activity of an app for a time. Those of a lane follow each other without a gap.
  public struct ActivitySpan: Sendable, Equatable {
    public let activity: Activity
    /// The reason that the trace gives for the app's state.
    public let cause: String
    public let from: Instant
    public internal(set) var to: Instant
  }

  /// A span that lasted in an app beside its activity.
  public struct Span: Sendable, Equatable {
    public let kind: SpanKind
    /// The row; of equal kind and row, no two overlap.
    public let row: Int
    public let name: String
    /// The number of the decision that it follows from.
    public let decision: Int?
    public let from: Instant
    public internal(set) var to: Instant
    /// The outcome; nil: it was not over at the end of the timeline.
    public internal(set) var outcome: String?
  }

  public struct Mark: Sendable, Equatable {
    public let kind: MarkKind
    public let at: Instant
    /// The place of its words among those of the timeline.
    let words: Int
    /// The number of a decision.
    public let decision: Int?
  }

  public struct AppLane: Sendable {
    public let name: String
    public internal(set) var activities: [ActivitySpan] = []
    public internal(set) var spans: [Span] = []
    public internal(set) var marks: [Mark] = []
    /// The moments from which background time is reserved, and until when; nil: none is.
    public internal(set) var reserved: [(at: Instant, until: Instant?)] = []
  }

  /// A condition of the device that lasted.
  public struct Condition: Sendable, Equatable {
    /// The name to be read: an app, a network, the charger.
    public let name: String
    public let from: Instant
    public internal(set) var to: Instant
  }

  /// The value of a quantity from a moment on.
  public struct Step: Sendable, Equatable {
    public let at: Instant
    public let value: Double
  }

  /// The findings of one rule at one line of one app.
  public struct FindingPlace: Sendable, Equatable {
    public let app: Int
    public let rule: FindingRule
    public let location: SourceLocation?
    /// The message of the first time that was not taken back.
    public internal(set) var message: String
    public internal(set) var times: [Instant]
  }

  /// The end of a process for a fault of its own.
  struct Kill: Sendable, Equatable {
    let app: Int
    let reason: ExitReason
    let code: String?
    let at: Instant
  }

  public internal(set) var clock = DayClock()
  public internal(set) var end = Instant.start
  public internal(set) var apps: [AppLane] = []
  /// The apps that the user saw; nothing where there was none.
  public internal(set) var user: [Condition] = []
  public internal(set) var network: [Condition] = []
  public internal(set) var charger: [Condition] = []
  public internal(set) var levels = [[Step]](repeating: [], count: Level.allCases.count)
  /// The decisions, where the builder keeps them.
  public internal(set) var decisions: [TimelineDecision] = []
  /// The blocks of decisions packed for a page; nil: they are kept as they are.
  var packedDecisions: [[UInt8]]?
  public internal(set) var findings: [FindingPlace] = []
  /// The words of marks, each once: marks are many, and say the same again and again.
  var words: [String] = []
  var kills: [Kill] = []

  init() {}

  public func steps(of level: Level) -> [Step] { levels[level.rawValue] }
}
