import Simulation

/// The candidates of a lane as a policy got them last, kept for its next decision: of most apps that
/// wait, nothing that a policy may know has changed since.
///
/// A process counts what may change its snapshot (`Process.changes`): its events, and what others do to
/// it. Time alone changes how long the screen has been on since an app was used, which is set anew,
/// and at midnight the time used that day.
struct CandidateLine {
  private(set) var candidates: [WorkCandidate] = []
  /// Who they are, in the same order.
  private var waiting: [Waiting] = []
  /// The changes of each up to which it was made; -1: time alone may change it.
  private var changes: [Int] = []
  private var midnight = Instant.start
  private var screenOn = TimeSpan.zero

  /// So often those who wait no more are taken out singly; then the rest is made anew.
  private static let mostGaps = 8

  /// Brings the candidates in step with those who wait now. O(n), with little to do for each that has
  /// not changed.
  mutating func update(_ now: [Waiting], in lane: WorkLane, of device: Device) {
    let queues = device.services[lane]
    let (midnight, screenOn) = (device.midnight, device.power.screenOn)
    if midnight != self.midnight { forget() }
    let wasInUse = screenOn != self.screenOn
    (self.midnight, self.screenOn) = (midnight, screenOn)
    var gaps = 0
    for place in now.indices {
      if place < waiting.count, waiting[place] != now[place] {
        gaps += 1
        let next = gaps > Self.mostGaps ? nil : waiting[place...].firstIndex(of: now[place])
        remove(place..<(next ?? waiting.count))
      }
      if place < waiting.count, changes[place] == device[now[place].app].changes {
        if wasInUse {
          candidates[place].app.screenOnSinceUse =
            screenOn
            - device.world.screenOn(whenLastUsed: device[now[place].app], now: screenOn)
        }
        continue
      }
      let process = device[now[place].app]
      let candidate = queues[now[place].queue].candidate(
        process, as: device.snapshot(of: process, midnight: midnight, screenOn: screenOn))
      // What the pool has left is in the allowance of long work.
      let isSteady =
        lane == .short && device.world.foreground != process.id
        && device.budget.reservedUntil(process) == nil
      if place < waiting.count {
        candidates[place] = candidate
      } else {
        waiting.append(now[place])
        candidates.append(candidate)
        changes.append(-1)
      }
      changes[place] = isSteady ? process.changes : -1
    }
    remove(now.count..<waiting.count)
  }

  /// Something may have changed for any app.
  mutating func forget() { remove(0..<waiting.count) }

  private mutating func remove(_ places: Range<Int>) {
    guard !places.isEmpty else { return }
    candidates.removeSubrange(places)
    waiting.removeSubrange(places)
    changes.removeSubrange(places)
  }
}
