import Simulation

/// Looks for as many wanted starts as can be made together.
///
/// The problem is that of equal jobs with release times and deadlines on parallel machines: a start
/// takes one of so many places for the length of the window. A plan is an order of starts, each as
/// early as the rules let it after those before: making one earlier never harms those that follow.
/// The search goes from all plans of k starts to all of k + 1, and drops a plan where another of as
/// many starts leaves at least as much open. Where too many are left it keeps the best; what is
/// reached then may fall short of the most. For the bound, the others are merged into one plan that
/// leaves open whatever any of them does (a relaxed decision diagram: Bergman, Cire, van Hoeve and
/// Hooker, Decision Diagrams for Optimization, 2016): no plan is better than that.
struct StartSearch {
  /// Wanted starts by app, in order of time and none overlapping the next.
  private let wanted: [[WantedStart]]
  private let rules: StartRules
  private let width: Int
  private let patience: Int

  /// - Parameters:
  ///   - width: plans of as many starts that are kept.
  ///   - patience: plans x (apps + width) that may be looked at, in each of two passes.
  init(
    _ wanted: [[WantedStart]], _ rules: StartRules, width: Int, patience: Int = .max
  ) {
    self.wanted = wanted
    self.rules = rules
    self.width = width
    self.patience = patience
  }

  /// Returns the bound; nil when the search's patience was too short. O(starts^2 x width x (width +
  /// apps)), and more where many wants are open at once.
  func bound() -> StartBound? {
    let total = wanted.reduce(0) { $0 + $1.count }
    guard let (reached, isComplete) = depth(isRelaxed: false, above: -1) else { return nil }
    if isComplete || reached == total { return StartBound(reached: reached, bound: reached) }
    guard let (bound, _) = depth(isRelaxed: true, above: reached) else { return nil }
    return StartBound(reached: reached, bound: min(total, max(reached, bound)))
  }

  /// The most starts of a plan, and whether no plan was dropped that might have had more; nil when
  /// patience came to its end.
  ///
  /// - Parameters:
  ///   - floor: plans that cannot have more starts than so many are of no interest.
  private func depth(isRelaxed: Bool, above floor: Int) -> (starts: Int, isComplete: Bool)? {
    var plans = [Plan(apps: wanted.map { _ in Plan.Turn(ready: .start, next: 0) })]
    var starts = 0
    var isComplete = true
    var lookedAt = 0
    while true {
      let followers = plans.flatMap(successors)
      lookedAt += (followers.count + plans.count) * (wanted.count + width)
      guard lookedAt <= patience else { return nil }
      let next = followers.filter { starts + 1 + $0.potential > floor }
      if next.isEmpty { return (starts, isComplete) }
      starts += 1
      plans = best(of: next, isRelaxed: isRelaxed, &isComplete)
    }
  }

  /// The plans that leave most open, none of them worse than another in all respects.
  private func best(of plans: [Plan], isRelaxed: Bool, _ isComplete: inout Bool) -> [Plan] {
    let order = plans.indices.sorted {
      (-plans[$0].potential, plans[$0].last, $0) < (-plans[$1].potential, plans[$1].last, $1)
    }
    var kept: [Plan] = []
    var rest: Plan?
    for index in order where !kept.contains(where: { $0.dominates(plans[index]) }) {
      if kept.count < width {
        kept.append(plans[index])
      } else {
        isComplete = false
        guard isRelaxed else { break }
        rest = rest?.merged(with: plans[index]) ?? plans[index]
      }
    }
    if var rest {
      rest.potential = potential(of: rest)
      kept.append(rest)
    }
    return kept
  }

  /// The plan with one start more, in all ways that matter.
  ///
  /// It makes no sense to wait for a start if another could be made before and be out of its way by
  /// then: in place or beside.
  private func successors(_ plan: Plan) -> [Plan] {
    var next: [(app: Int, job: Int, at: Instant)] = []
    let earliest = max(plan.last, plan.placeFree(rules))
    for app in wanted.indices {
      var job = plan.apps[app].next
      while job < wanted[app].count {
        let want = wanted[app][job]
        let at = rules.open(from: max(earliest, max(want.from, plan.apps[app].ready)))
        if at <= want.to { next.append((app, job, at)) }
        job += 1
      }
    }
    guard let first = next.map(\.at).min() else { return [] }
    let reach = max(rules.window, rules.intervals.max() ?? .zero)
    return next.filter { $0.at <= first + reach }.map { start in
      var successor = plan
      successor.start(start.app, at: start.at, rules)
      successor.apps[start.app].next = start.job + 1
      forget(in: &successor)
      successor.potential = potential(of: successor)
      return successor
    }
  }

  /// Wants that are over are as good as done, so that plans that differ in them alone are equal.
  private func forget(in plan: inout Plan) {
    for app in wanted.indices {
      plan.apps[app].ready = max(plan.apps[app].ready, plan.last)
      while plan.apps[app].next < wanted[app].count,
        wanted[app][plan.apps[app].next].to < plan.apps[app].ready
      {
        plan.apps[app].next += 1
      }
    }
  }

  /// How many starts could follow if each app were alone.
  private func potential(of plan: Plan) -> Int {
    plan.apps.indices.reduce(0) { $0 + wanted[$1].count - plan.apps[$1].next }
  }
}

/// A plan by what it leaves open.
private struct Plan {
  /// One app's wants.
  struct Turn {
    /// From then on it may start.
    var ready: Instant
    /// The first of its wants that it may still have.
    var next: Int
  }
  /// The last start.
  var last = Instant.start
  /// Starts of the last window, oldest first.
  private var recent: [Instant] = []
  var apps: [Turn]
  /// No more starts can follow.
  var potential = 0

  init(apps: [Turn]) { self.apps = apps }

  /// From when on the window has room.
  func placeFree(_ rules: StartRules) -> Instant {
    recent.count >= rules.starts ? recent[recent.count - rules.starts] + rules.window : .start
  }

  mutating func start(_ app: Int, at instant: Instant, _ rules: StartRules) {
    last = instant
    recent.append(instant)
    recent.removeAll { $0 + rules.window <= instant }
    apps[app].ready = instant + rules.intervals[app]
  }

  /// Whether whatever can follow the other can follow this. O(apps + starts in a window).
  func dominates(_ other: Plan) -> Bool {
    guard last <= other.last, recent.count <= other.recent.count else { return false }
    for (mine, its) in zip(recent.reversed(), other.recent.reversed()) where mine > its {
      return false
    }
    for (mine, its) in zip(apps, other.apps) where mine.ready > its.ready || mine.next > its.next {
      return false
    }
    return true
  }

  /// A plan that dominates both.
  func merged(with other: Plan) -> Plan {
    var plan = self
    plan.last = min(last, other.last)
    let latest = zip(recent.reversed(), other.recent.reversed()).map { min($0, $1) }
    plan.recent = latest.reversed()
    for index in apps.indices {
      plan.apps[index].ready = min(apps[index].ready, other.apps[index].ready)
      plan.apps[index].next = min(apps[index].next, other.apps[index].next)
    }
    return plan
  }
}
