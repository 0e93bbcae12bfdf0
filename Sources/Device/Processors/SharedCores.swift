import Simulation

/// Busy threads that share a number of cores: each has one at most, threads of the app in front come
/// first, and those that must share do so evenly.
///
/// Threads of one kind are always equally fast, so that they are a group: it knows how much each of
/// its threads has got since it was last empty. A change costs O(log n) for n busy threads, beside
/// moving those that follow in a queue.
///
/// Pure: it knows work by number and moments, but no process and no device. Moments never go
/// backwards.
struct SharedCores {
  private struct Work {
    /// Nanoseconds of CPU time that its group will have got when it is done.
    var goal: Double
    var isFront: Bool
  }

  private struct Group {
    /// Cores that each of its threads has.
    var rate = 0.0
    /// Nanoseconds that each that was there all the time has got.
    var got = 0.0
    /// The next that is done is the last.
    var queue: [QueuePlace<Double>] = []
  }

  private let cores: Double
  /// Looked up only.
  private var work: [Int: Work] = [:]
  private var front = Group()
  private var behind = Group()
  private var countedUntil = Instant.start

  init(cores: Int) {
    self.cores = Double(cores)
  }

  /// A thread is busy for so much CPU time; its number is new.
  mutating func add(_ number: Int, _ time: TimeSpan, isFront: Bool, at now: Instant) {
    count(until: now)
    insert(number, Double(time.nanoseconds), isFront: isFront)
    share()
  }

  /// A thread is busy no more, done or not: what it has left.
  mutating func remove(_ number: Int, at now: Instant) -> TimeSpan {
    count(until: now)
    let left = take(number)
    share()
    return TimeSpan(nanoseconds: Int64(left.rounded()))
  }

  /// A thread's app has come to the front, or left it.
  mutating func move(_ number: Int, isFront: Bool, at now: Instant) {
    count(until: now)
    insert(number, take(number), isFront: isFront)
    share()
  }

  /// Returns the work that a thread has left.
  func left(_ number: Int, at now: Instant) -> TimeSpan {
    guard let work = work[number] else { return .zero }
    let group = work.isFront ? front : behind
    let got = group.got + group.rate * Double((now - countedUntil).nanoseconds)
    return TimeSpan(nanoseconds: Int64(max(0, work.goal - got).rounded()))
  }

  /// Which thread is done next, and when, if nothing else comes between; nil: none ever is.
  var next: (at: Instant, number: Int)? {
    [front, behind].compactMap { group in
      guard let first = group.queue.last, group.rate > 0 else { return nil }
      let time = (max(0, first.key - group.got) / group.rate).rounded(.up)
      return (countedUntil + TimeSpan(nanoseconds: Int64(min(time, 0x1p62))), first.number)
    }.min { ($0.at, $0.number) < ($1.at, $1.number) }
  }

  private mutating func insert(_ number: Int, _ left: Double, isFront: Bool) {
    var group = isFront ? front : behind
    if group.queue.isEmpty { group.got = 0 }
    work[number] = Work(goal: group.got + left, isFront: isFront)
    group.queue.insertFalling(QueuePlace(key: group.got + left, number: number))
    if isFront { front = group } else { behind = group }
  }

  /// Takes a thread out; the nanoseconds that it has left.
  private mutating func take(_ number: Int) -> Double {
    guard let work = work.removeValue(forKey: number) else { return 0 }
    let place = QueuePlace(key: work.goal, number: number)
    if work.isFront {
      front.queue.removeFalling(place)
      return max(0, work.goal - front.got)
    }
    behind.queue.removeFalling(place)
    return max(0, work.goal - behind.got)
  }

  private mutating func count(until now: Instant) {
    let time = Double((now - countedUntil).nanoseconds)
    countedUntil = now
    front.got += front.rate * time
    behind.got += behind.rate * time
  }

  private mutating func share() {
    front.rate = min(1, cores / Double(max(1, front.queue.count)))
    let rest = max(0, cores - Double(front.queue.count))
    behind.rate = min(1, rest / Double(max(1, behind.queue.count)))
  }
}
