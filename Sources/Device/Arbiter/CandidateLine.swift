import Simulation

/// Those who wait for slots of a lane, the longest first, as a policy may know them.
///
/// The line is kept from decision to decision and changed where an app has changed: what a decision
/// costs goes by what has happened since the last one, not by how many wait. Whatever changes what a
/// policy may know of an app notes it (`Process.noteChange`). Time alone changes how long the screen
/// has been on since an app was used, which is set anew for all, and at midnight the time used that
/// day.
struct CandidateLine {
  let lane: WorkLane
  private(set) var candidates: WorkCandidates = []
  /// What each app waits for; nil: it does not wait.
  private var waits: [Waiting?]
  /// How many wait for anything but a fetch.
  private var others = 0
  private var sumOfNames = CandidateTexts.Sum()
  private var sumOfKinds = CandidateTexts.Sum()
  private var screenOn = TimeSpan.zero

  init(_ lane: WorkLane, apps: Int) {
    self.lane = lane
    waits = Array(repeating: nil, count: apps)
  }

  /// The candidates' names, in the same order.
  var names: CandidateTexts { CandidateTexts(namesOf: candidates, sumOfNames) }

  /// The kinds of the candidates' work, in the same order; empty where all of it is fetches.
  var kinds: CandidateTexts {
    others == 0 ? [] : CandidateTexts(kindsOf: candidates, sumOfKinds)
  }

  /// What an app waits for; nil where it does not wait, or there is no such app.
  func wait(of app: AppID) -> Waiting? {
    let index = Int(app.index)
    return waits.indices.contains(index) ? waits[index] : nil
  }

  /// Brings the line in step with apps that may have changed. For each O(log n), and what it takes to
  /// move those behind it where one comes or goes.
  ///
  /// - Returns: those of them that time alone will change: they are to be passed the next time too.
  mutating func update(_ changed: [AppID], of device: Device) -> [AppID] {
    let screenOn = device.power.screenOn
    if screenOn != self.screenOn {
      for place in candidates.indices {
        candidates.change(at: place) {
          $0.app.screenOnSinceUse =
            screenOn - device.world.screenOn(whenLastUsed: device[$0.app.id], now: screenOn)
        }
      }
    }
    self.screenOn = screenOn
    return changed.filter { !update(device[$0], of: device) }
  }

  /// Brings the line in step with an app. Whether it stays so until something happens to the app.
  private mutating func update(_ process: Process, of device: Device) -> Bool {
    let now = device.services.wait(of: process, in: lane)
    let before = waits[process.index]
    if let before, before != now { remove(at: place(of: before)) }
    guard let now else { return true }
    let candidate = device.services[lane][now.queue].candidate(
      process, since: now.since,
      as: device.snapshot(of: process, midnight: device.midnight, screenOn: screenOn))
    let place = place(of: now)
    if before == now {
      candidates.change(at: place) { $0 = candidate }
    } else {
      insert(candidate, now, at: place)
    }
    // What the pool has left is in the allowance of long work, and these use it up.
    return lane == .short && device.world.foreground != process.id
      && device.budget.reservedUntil(process) == nil
  }

  /// The place of one that waits, or that it would have. O(log n).
  private func place(of wait: Waiting) -> Int {
    var (low, high) = (candidates.startIndex, candidates.endIndex)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = waits[Int(candidates[middle].app.id.index)].map { $0 < wait } ?? false
      if isBefore { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private mutating func insert(_ candidate: WorkCandidate, _ wait: Waiting, at place: Int) {
    candidates.insert(candidate, at: place)
    waits[Int(wait.app.index)] = wait
    sumOfNames += candidate.app.name
    sumOfKinds += candidate.kind.rawValue
    if candidate.kind != .fetch { others += 1 }
  }

  private mutating func remove(at place: Int) {
    let (app, kind) = (candidates[place].app, candidates[place].kind)
    candidates.remove(at: place)
    waits[Int(app.id.index)] = nil
    sumOfNames -= app.name
    sumOfKinds -= kind.rawValue
    if kind != .fetch { others -= 1 }
  }
}
