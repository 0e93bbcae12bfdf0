import Simulation

/// Work on global queues (P7): fibers that are busy there, and which of the waiting ones belong
/// there.
struct GlobalQueues {
  struct Busy {
    let fiber: FiberID
    /// Where it shares cores, the same work done at full speed.
    var due: Instant
    var token: EventToken
    /// Where it shares cores.
    var work: Int?
    /// In granted background time.
    let isGranted: Bool
    /// Suspension has cut it off, which was reported.
    var isCutOff = false
  }

  var busy = OrderedMap<FiberID, Busy>()
  private var burst = Burst()
  /// CPU time of preempted code since the queues were last idle.
  private(set) var endless = TimeSpan.zero
  /// Fibers that wait and go on beside the main thread; asked for membership only.
  private var waiting: Set<FiberID> = []
  /// The services that hear when code which has stopped returns; looked up only.
  private var owners: [FiberID: BesideOwner] = [:]

  /// How long what is to run on a global queue now has to wait: blocks that never let time pass are
  /// charged as callbacks on the main thread are, one after the other, and with their CPU time.
  mutating func delay(at now: Instant, _ livelock: Livelock) -> TimeSpan {
    burst.weigh(livelock.cost, at: now)
    return burst.excess(at: now, livelock)
  }

  /// Makes later work wait for work that has run in no time of its own.
  mutating func weigh(_ cpu: TimeSpan, at now: Instant) {
    if cpu > .zero { burst.weigh(cpu, at: now) }
  }

  mutating func await(_ fiber: FiberID) { waiting.insert(fiber) }

  /// Whether a waiting fiber belongs here.
  func awaits(_ fiber: FiberID) -> Bool { !waiting.isEmpty && waiting.contains(fiber) }

  /// Whether code runs here, or waits and goes on here.
  var isInUse: Bool { !busy.isEmpty || !waiting.isEmpty }

  mutating func goesOn(_ fiber: FiberID) {
    if !waiting.isEmpty { waiting.remove(fiber) }
  }

  /// Code of an owner has stopped.
  mutating func note(_ owner: BesideOwner?, of fiber: FiberID) {
    if let owner { owners[fiber] = owner }
  }

  /// Returns whose code goes on; nil: nobody asks.
  mutating func takeOwner(of fiber: FiberID) -> BesideOwner? {
    owners.isEmpty ? nil : owners.removeValue(forKey: fiber)
  }

  /// Code was interrupted because it neither returned nor waited. True if it never pauses at all.
  mutating func preempted(after cpu: TimeSpan, _ limits: Limits) -> Bool {
    endless += cpu
    return endless > limits.callback
  }

  /// Nothing is busy any more: code that goes on and on has come to an end.
  mutating func rest() {
    if busy.isEmpty { endless = .zero }
  }
}

/// The service that hears of the return of a callback on a global queue, by a number of its own.
struct BesideOwner {
  let service: UInt8
  let number: Int
}

/// CPU time that the main thread has begun to spend.
struct MainWork {
  var until: Instant
  /// In granted background time.
  let isGranted: Bool
  /// Where it shares cores; `until` says nothing then.
  var shared: Int?
}
