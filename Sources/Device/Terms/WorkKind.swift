import Simulation

/// Kinds of work in the background for which an app is started, or goes on, when the device sees
/// fit: the policy chooses among the apps that wait for it.
public enum WorkKind: String, CaseIterable, Sendable {
  /// `performFetch` (semantics.md, section 4).
  case fetch
  /// A `BGAppRefreshTask`.
  case refresh
  /// A `BGProcessingTask`.
  case processing
  /// A silent push.
  case push
  /// Background transfers that are done, of which the app is to be told.
  case transfer
  /// A widget's timeline.
  case widget
  /// Jobs of Android's JobScheduler.
  case job

  /// Whether it tells the app of what has happened, a push or transfers that are done; else it is
  /// work that the app would like to do from time to time.
  public var isNotice: Bool { self == .push || self == .transfer }

  /// The slots that it takes.
  public var lane: WorkLane {
    switch self {
    case .fetch, .refresh, .push, .transfer, .widget: .short
    case .processing: .processing
    case .job: .jobs
    }
  }

  /// Position in `allCases`.
  var index: Int {
    switch self {
    case .fetch: 0
    case .refresh: 1
    case .processing: 2
    case .push: 3
    case .transfer: 4
    case .widget: 5
    case .job: 6
    }
  }
}

/// Work that competes for the same slots. The policy is asked about one lane at a time.
public enum WorkLane: String, CaseIterable, Sendable {
  /// Work of seconds: fetches, refreshes, pushes, widgets, and what follows transfers.
  case short
  /// Work of minutes: processing tasks.
  case processing
  /// Jobs of Android's apps, minutes too.
  case jobs

  var index: Int {
    switch self {
    case .short: 0
    case .processing: 1
    case .jobs: 2
    }
  }
}

/// The conditions that work needs in order to begin.
public struct WorkRequirements: OptionSet, Sendable, Hashable {
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let network = WorkRequirements(rawValue: 1)
  public static let externalPower = WorkRequirements(rawValue: 2)
  /// The user has no app in front.
  public static let idleDevice = WorkRequirements(rawValue: 4)

  /// The requirements by their names in scripts and traces.
  public static let byName: [(name: String, requirement: WorkRequirements)] = [
    ("network", .network), ("externalPower", .externalPower), ("idleDevice", .idleDevice),
  ]

  public var names: [String] {
    WorkRequirements.byName.filter { contains($0.requirement) }.map(\.name)
  }
}

/// How work ended, as its app said.
public enum WorkResult: String, Sendable, CaseIterable {
  case newData
  case noData
  case failed
  /// `setTaskCompleted(true)`, and whatever else has no more to say than that it is done.
  case completed

  /// `UIBackgroundFetchResult` says what was fetched.
  public init(_ result: FetchResult) {
    switch result {
    case .newData: self = .newData
    case .noData: self = .noData
    case .failed: self = .failed
    }
  }

  public var name: String { rawValue }

  /// Position in `allCases`.
  var index: Int {
    switch self {
    case .newData: 0
    case .noData: 1
    case .failed: 2
    case .completed: 3
    }
  }

  public var isGood: Bool { self != .failed }
}

/// `UIBackgroundFetchResult`, by UIKit's numbers.
public enum FetchResult: Int, Sendable, CaseIterable {
  case newData = 0
  case noData = 1
  case failed = 2

  public var name: String {
    switch self {
    case .newData: "newData"
    case .noData: "noData"
    case .failed: "failed"
    }
  }
}

/// An app's wish for the work that comes next in its queue.
public struct WorkWish: Sendable, Equatable {
  /// Not before this; nil: any time.
  public var earliest: Instant?
  /// It counts as late after this; nil: never.
  public var latest: Instant?
  /// The least time between two of the kind.
  public var minimumInterval = TimeSpan.zero
  public var requirements: WorkRequirements = []
}

/// How work came to its end.
public enum WorkEnding: String, Sendable, CaseIterable {
  /// The app said that it is done, in time.
  case completed
  /// Its time was over, whatever the app said then.
  case expired
  /// Its process ended, or the system or the user took it back.
  case cancelled
}
