import Simulation

/// A service that does work for apps when the device sees fit: the policy chooses among those that
/// wait in its queues.
class DiscretionaryService: Service {
  /// One for each kind of its work.
  final fileprivate(set) var queues: [WorkQueue] = []

  /// The kinds of its work, each with the deadline of the service by which it must have ended.
  class var work: [(kind: WorkKind, deadline: UInt8)] { [] }

  required init(_ scenario: Scenario) {
    super.init(scenario)
    queues = Self.work.map {
      WorkQueue($0.kind, of: self, deadline: $0.deadline, apps: scenario.apps.count)
    }
  }

  /// Everything that keeps an app from waiting in a queue; empty: it waits.
  func obstacles(of process: Process, to queue: WorkQueue) -> [Ineligibility] { [] }

  /// Returns what an app has asked for, piece by piece, each with all that keeps it from running; empty
  /// where that has no pieces.
  func pieces(of process: Process, in queue: WorkQueue) -> [PieceOfWork] { [] }

  /// Returns the wish of an app that waits in a queue.
  func wish(of process: Process, in queue: WorkQueue) -> WorkWish { WorkWish() }

  /// Whether an app has asked for work beside that which runs; if none runs, its obstacles tell.
  func hasNext(_ process: Process, in queue: WorkQueue) -> Bool { true }

  /// An app is given a slot, and does not run yet: what it has asked for is being done from now on.
  func isChosen(_ process: Process, in queue: WorkQueue) {}

  /// Whether an app has to do with such work at all, as it is declared; else nobody is told why it
  /// does not wait for it.
  func concerns(_ process: Process, _ queue: WorkQueue) -> Bool { true }

  /// The work has begun: the app has its slot and runs.
  func begins(_ process: Process, in queue: WorkQueue) {}

  /// From when on work could have begun in any run, and how often; nil: never.
  func earliestStarts(of process: Process, in queue: WorkQueue) -> (from: Instant, every: TimeSpan)?
  {
    nil
  }

  override func claim(of process: Process) -> Instant? {
    var until: Instant?
    for queue in queues {
      if let claim = queue.claim(of: process) { until = max(until ?? claim, claim) }
    }
    return until
  }

  override func keepsRunning(_ process: Process) -> Bool {
    queues.contains { $0.held(by: process) != nil }
  }

  override func remainingTime(of process: Process) -> TimeSpan? {
    var left: TimeSpan?
    for queue in queues {
      guard let work = queue.held(by: process) else { continue }
      left = max(left ?? .zero, work.limit - now)
    }
    return left
  }

  override func addFigures(of process: Process, to figures: inout AppStatistics) {
    for queue in queues { figures[queue.kind] = queue.figures(of: process) }
  }

  override func beginMeasuring() {
    for queue in queues { queue.beginMeasuring() }
  }
}
