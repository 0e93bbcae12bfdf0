import Simulation

/// An app that waits for slots of a lane.
struct Waiting: Comparable {
  let app: AppID
  /// Where it waits: position among the lane's queues.
  let queue: Int
  /// Without a break.
  var since: Instant
  /// Of those who came to this queue, how many came before it.
  let turn: Int

  /// The longest first; who came at one moment stands by queue, then as in it.
  static func < (left: Waiting, right: Waiting) -> Bool {
    (left.since, left.queue, left.turn) < (right.since, right.queue, right.turn)
  }
}

extension Services {
  /// Whether any app waits for slots of a lane. O(queues).
  func someoneWaits(in lane: WorkLane) -> Bool { self[lane].contains { !$0.isEmpty } }

  /// What an app waits for in a lane; nil: for nothing.
  ///
  /// One that waits in several queues stands in line once, since the longest of its waits: once it
  /// runs, it may have its other work too. It stands there for a notice, if it has one: a policy that
  /// lets it wait for the work that it would like would keep the notice from it. Else it is for what
  /// it has waited longest for. O(queues).
  func wait(of process: Process, in lane: WorkLane) -> Waiting? {
    let queues = self[lane]
    var longest: Waiting?
    var notice: Waiting?
    for place in queues.indices {
      guard let wait = queues[place].wait(of: process) else { continue }
      let waiting = Waiting(app: process.id, queue: place, since: wait.since, turn: wait.turn)
      longest = longest.map { min($0, waiting) } ?? waiting
      if queues[place].kind.isNotice { notice = notice.map { min($0, waiting) } ?? waiting }
    }
    guard let longest, var told = notice else { return longest }
    told.since = longest.since
    return told
  }
}
