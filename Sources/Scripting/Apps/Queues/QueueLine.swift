/// The order in which the jobs of one `DispatchQueue` begin: as they came, on a serial queue one
/// after the other; on a concurrent one all at once, but for barriers, which run alone.
///
/// Pure: it knows jobs by number.
struct QueueLine {
  let isConcurrent: Bool
  private var waiting = Line<(job: Int64, isAlone: Bool)>()
  private var running = 0
  private var runsAlone = false

  init(isConcurrent: Bool) { self.isConcurrent = isConcurrent }

  /// Whether nothing runs and nothing waits.
  var isAtRest: Bool { running == 0 && waiting.isEmpty }

  mutating func add(_ job: Int64, isBarrier: Bool = false) {
    waiting.append((job, isBarrier || !isConcurrent))
  }

  /// The job that begins now; nil: none does.
  mutating func next() -> Int64? {
    guard !runsAlone, let first = waiting.first, !first.isAlone || running == 0 else { return nil }
    running += 1
    runsAlone = first.isAlone
    return waiting.removeFirst()?.job
  }

  /// A job that has begun is over.
  mutating func end() {
    running -= 1
    runsAlone = false
  }
}
