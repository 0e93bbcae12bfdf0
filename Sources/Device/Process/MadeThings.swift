import Simulation

/// Things that an app makes and only a further call starts, as `resume` does a request, by the line
/// that makes them, in all lives of the app.
struct MadeThings {
  private struct Line {
    let place: SourceLocation
    /// What it means that none of them is ever started, in words.
    let omission: String
    var isStarted = false
  }

  private var lines: [Line] = []
  /// Where each line stands among them; looked up only.
  private var positions: [SourceLocation: Int] = [:]
  /// The one asked for last, which is likely to be asked for next: to compare takes less than to hash.
  private var last = 0

  /// Notes that the code has made something. O(1).
  mutating func make(_ omission: String, at place: SourceLocation) {
    guard position(of: place) == nil, lines.count < Limits.findingPlaces else { return }
    positions[place] = lines.count
    last = lines.count
    lines.append(Line(place: place, omission: omission))
  }

  /// Notes that something which the code has made there is started, or given up on purpose. O(1).
  mutating func start(madeAt place: SourceLocation) {
    if let position = position(of: place) { lines[position].isStarted = true }
  }

  private mutating func position(of place: SourceLocation) -> Int? {
    if lines.indices.contains(last), lines[last].place == place { return last }
    guard let known = positions[place] else { return nil }
    last = known
    return known
  }

  /// The lines of which nothing was ever started, in the order in which they first ran: one that makes
  /// more than it needs is none. O(lines).
  var neverStarted: [(place: SourceLocation, omission: String)] {
    lines.filter { !$0.isStarted }.map { ($0.place, $0.omission) }
  }
}

extension Process {
  /// The run is over: what the app has made and never started was in vain.
  func reportNeverStarted() {
    for (place, omission) in made.neverStarted { report(.madeNotStarted, omission, at: place) }
  }
}

extension Application {
  /// Notes that the code has made something which only a further call starts: where nothing that this
  /// line makes is started in the whole run, that is a finding at its end. O(1).
  ///
  /// - Parameters:
  ///   - omission: what it means then, in words.
  public func noteMade(_ omission: String, at place: SourceLocation) {
    process.made.make(omission, at: place)
  }

  /// Notes that something which the code has made at a line is started, or given up on purpose. O(1).
  public func noteStarted(madeAt place: SourceLocation) { process.made.start(madeAt: place) }
}
