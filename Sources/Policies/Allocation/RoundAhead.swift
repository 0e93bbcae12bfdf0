import Simulation

/// The rest of a round as it is expected to go: who asks when, and when what comes back to the
/// pool.
///
/// A grant is longer than what an app can use of it if the app ends when its handlers are called.
/// The rest comes back, but an app that asks before that must do without. So what each is given
/// beyond its share is counted as long as it is held.
struct RoundAhead {
  /// A turn at which an app asks for time.
  struct Turn {
    /// The app's place among the shares.
    let position: Int
    /// The time from now; zero for the app that is asking. Below zero: it is late.
    var after: TimeSpan
    /// The time that the app needs beyond its share, and gives back.
    let yielded: TimeSpan
  }

  /// A moment at which an app ends and leaves something of what it held.
  struct Return {
    /// The time from now.
    let after: TimeSpan
    let amount: TimeSpan
  }

  /// The time that can be given besides, while all still have their shares.
  struct Room {
    /// The time that can be given for good.
    var spare: TimeSpan
    /// The time that can be given until the app that asks has used its share.
    var meanwhile: TimeSpan
  }

  var available: TimeSpan
  /// The expected turns; the first is that of the app that asks now.
  var turns: [Turn]
  var returns: [Return] = []
  /// The places of the apps whose turn is not known: after all others.
  var others: [Int] = []

  /// Expects late apps as far from the app that asks as they used to be: soon if both then held
  /// time at once, else when all that are not late have asked. O(n).
  mutating func placeLate(overlapping use: TimeSpan) {
    let last = turns.reduce(.zero) { max($0, $1.after) }
    for index in turns.indices where turns[index].after < .zero {
      let gap = TimeSpan.zero - turns[index].after
      turns[index].after = gap < use ? gap : last + gap
    }
  }

  /// Divides as much as can be granted in turn, max-min, and returns the shares with what is left
  /// over. O(n) where all is enough, and O(n log n) for each bit of the capacity in milliseconds
  /// otherwise.
  func divide(upTo capacity: TimeSpan, among demands: [TimeSpan], holding held: [TimeSpan])
    -> (shares: [TimeSpan], room: Room)
  {
    func shares(of capacity: TimeSpan) -> [TimeSpan] {
      maxMinAllocation(capacity: capacity, demands: demands, held: held)
    }
    let whole = shares(of: capacity)
    if let room = room(beside: whole) {
      let spare = capacity - whole.reduce(.zero, +)
      return (whole, Room(spare: min(spare, room.spare), meanwhile: room.meanwhile))
    }
    var least = TimeSpan.zero
    var most = capacity
    while most - least > .milliseconds(1) {
      let middle = least + (most - least) / 2
      if room(beside: shares(of: middle)) == nil { most = middle } else { least = middle }
    }
    let fitting = shares(of: least)
    guard least > .zero, let room = room(beside: fitting) else {
      // There is not enough even for what they give back: they must do without.
      return (whole, Room(spare: .zero, meanwhile: .zero))
    }
    return (fitting, Room(spare: .zero, meanwhile: room.meanwhile))
  }

  /// Returns what is left when each app has its share at its turn; nil: there is not enough. O(n
  /// log n).
  func room(beside shares: [TimeSpan]) -> Room? {
    var free = available
    var room = Room(spare: available, meanwhile: available)
    for step in steps(with: shares) {
      free += step.change
      guard step.change < .zero else { continue }
      guard free >= .zero else { return nil }
      room.spare = min(room.spare, free)
      if step.after < shares[turns[0].position] || step.after == .zero {
        room.meanwhile = min(room.meanwhile, free)
      }
    }
    let last = free - others.reduce(.zero) { $0 + shares[$1] }
    guard last >= .zero else { return nil }
    room.spare = min(room.spare, last)
    return room
  }

  private struct Step {
    let after: TimeSpan
    /// The change to what is available.
    let change: TimeSpan
  }

  private func steps(with shares: [TimeSpan]) -> [Step] {
    var steps = returns.map { Step(after: $0.after, change: $0.amount) }
    for turn in turns {
      let share = shares[turn.position]
      guard share > .zero else { continue }
      steps.append(Step(after: turn.after, change: .zero - share - turn.yielded))
      steps.append(Step(after: turn.after + share, change: turn.yielded))
    }
    // Where an end and a turn fall together, the end comes first.
    return steps.sorted { ($0.after, $1.change) < ($1.after, $0.change) }
  }
}
