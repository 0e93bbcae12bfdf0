import Device
import Experiments
import Simulation

/// A verification of a store: it makes runs once more and compares them.
public struct Verification {
  /// A run whose results differ from those in the store.
  public struct Difference: Equatable, Sendable {
    public let run: StoredRun
    public let what: What
    /// The clock of the run's device.
    public let clock: DayClock

    public enum What: Equatable, Sendable {
      /// The run could not be made; why.
      case failed(String)
      /// The events differ, first between these moments; nil: the store does not say when.
      case events(first: ClosedRange<Instant>?, [RunContents.Change])
      /// The events are the same, but what is kept of them differs.
      case contents([RunContents.Change])
    }
  }

  private let study: StoredStudy
  /// The runs to be made again.
  public let runs: [StoredRun]
  private let runner: Runner

  /// Creates a verification.
  ///
  /// - Parameters:
  ///   - jobs: threads; nil takes one a processor that may be used.
  public init(_ study: StoredStudy, runs: [StoredRun], jobs: Int? = nil) {
    self.study = study
    self.runs = runs
    runner = Runner(study.devices, jobs: jobs)
  }

  /// Returns some of a study's runs, drawn evenly, in plan order; all where there are no more.
  /// O(runs).
  ///
  /// - Parameters:
  ///   - seed: the same seed draws the same runs.
  public static func draw(_ count: Int, of runs: [StoredRun], seed: UInt64) -> [StoredRun] {
    var random = RandomStream(seed: seed, name: "verify")
    var places = Array(runs.indices)
    let count = min(count, places.count)
    // These are the first steps of a shuffle by Fisher and Yates.
    for place in 0..<count {
      places.swapAt(place, random.integer(in: place..<places.count))
    }
    return places.prefix(count).sorted().map { runs[$0] }
  }

  /// Makes all runs and returns those that differ, in the order of `runs`.
  ///
  /// - Parameters:
  ///   - goesOn: is called several times a second with how many are done; after false the rest is
  ///     left out.
  public func run(goesOn: (Int) -> Bool = { _ in true }) throws(StoreError) -> [Difference] {
    var found: [(place: Int, difference: Difference)] = []
    var done = 0
    // Of two runs that the store has in one place of the plan, each is made again.
    let planned = runs.enumerated().lazy.map { (place, run) in
      (study.planned(run), RunKey("\(place)"))
    }
    try runner.run(planned) { (records) throws(StoreError) in
      for record in records {
        done += 1
        guard let place = Int(record.key.description) else { continue }
        if let what = try difference(record, from: runs[place]) {
          var clock = DayClock()
          if case .done(let result) = record.outcome { clock = result.clock }
          found.append((place, Difference(run: runs[place], what: what, clock: clock)))
        }
      }
    } goesOn: {
      goesOn(done)
    }
    return found.sorted { $0.place < $1.place }.map(\.difference)
  }

  private func difference(
    _ record: RunRecord, from run: StoredRun
  ) throws(StoreError) -> Difference.What? {
    let changes = RunContents(PreparedRun(record))
      .changes(from: try study.store.contents(ofRun: run.number))
    switch record.outcome {
    case .failed(let message), .stalled(let message), .noRoom(let message):
      return changes.isEmpty ? nil : .failed(message)
    case .done(let result):
      guard run.fingerprint.isEmpty || run.fingerprint == result.fingerprint.description else {
        let part = run.checkpoints.flatMap { record.checkpoints?.firstDifference(from: $0) }
        let moments = part.map {
          Checkpoints.end(
            of: $0 - 1, in: result.duration)...Checkpoints.end(of: $0, in: result.duration)
        }
        return .events(first: moments, changes.filter { $0.name != "checkpoints" })
      }
      return changes.isEmpty ? nil : .contents(changes)
    }
  }
}
