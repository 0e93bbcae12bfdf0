import Simulation

/// An open at which an app followed a server that publishes, as far as a bound must know it.
struct OpenWithContent {
  let at: Instant
  /// When the newest item was published; nil when nothing was.
  let published: Instant?
  /// When the user had last left the app; nil if it had never been open.
  let left: Instant?
  /// When it was swiped away before, and so could not fetch from then on.
  let forceQuit: Instant?
}

/// The most opens that any policy could have made fresh, knowing all that was to come.
///
/// It allows what the rules may allow in any run, and so never falls short: an app has what was
/// published while it was in front or may have had background time after that; one that a mode, an
/// alarm, a message or a service let run has everything; a fetch needs no time of a slot or the
/// pool, and brings what is published until the last moment at which its process may still run; and
/// the interval of each app is the shortest that it asked for. It keeps to opens, publications,
/// intervals (F1, and between starts by pushes), the rolling window of starts (F2) and times without
/// network; and on iOS to times without discretionary work, and force-quits (P6).
extension Device {
  /// Opens with content, and how many of them could have been fresh.
  func freshnessBound() -> (opens: Int, fresh: StartBound) {
    let work = scenario.device.longestContentWork
    var longestAfterBegin = TimeSpan.zero
    var wanted: [WantedStart] = []
    var intervals: [TimeSpan] = []
    var opens = 0
    var free = 0
    for process in processes {
      let earliest = earliestStarts(of: process)
      intervals.append(earliest?.every ?? .max)
      let afterLeaving =
        limits.backgroundTime + limits.suspensionDelay + services.mostTimeAdded(to: process)
      let afterBegin = work + afterLeaving
      longestAfterBegin = max(longestAfterBegin, afterBegin)
      for open in servers.opensWithContent(of: process) {
        opens += 1
        if let published = open.published, !mayRunWithoutSlot(process),
          open.left.map({ published > $0 + afterLeaving }) ?? true
        {
          guard let earliest else { continue }
          // Nothing binds work of minutes, which has a lane of its own.
          if mayWorkForMinutes(process, before: open.at) {
            free += 1
            continue
          }
          wanted.append(
            WantedStart(
              app: process.index,
              from: max(published - afterBegin, max(earliest.from, open.left ?? .start)),
              to: isIOS ? min(open.at, open.forceQuit ?? open.at) : open.at))
        } else {
          free += 1
        }
      }
    }
    let slots = scenario.device.slots(of: scenario.device.contentLane)
    let concurrent = slots.byTime.compactMap(\.concurrent).reduce(slots.concurrent, max)
    let starts = slots.byTime.compactMap(\.starts).reduce(slots.starts, max)
    let rules = StartRules(
      starts: concurrent > 0 ? min(starts, wanted.count) : 0, window: slots.window,
      intervals: intervals, closures: closures(lasting: longestAfterBegin))
    var fresh = knownWorld.bound(of: wanted, by: rules)
    fresh.reached += free
    fresh.bound += free
    return (opens, fresh)
  }

  /// From when on an app's content could have been fetched in any run, and how often. Work of two
  /// kinds may follow each other at once.
  private func earliestStarts(of process: Process) -> (from: Instant, every: TimeSpan)? {
    services.queues.compactMap { $0.earliestStarts(of: process) }
      .reduce(nil) { earliest, next in
        guard let earliest else { return next }
        return (min(earliest.from, next.from), .nanoseconds(1))
      }
  }

  /// What iOS holds back for the device's sake, and after a force-quit, Android does not.
  private var isIOS: Bool { scenario.device.platform.family == .iOS }

  private func mayRunWithoutSlot(_ process: Process) -> Bool {
    process.hasRunWithoutSlot || process.configuration.modes.mayKeepRunning
  }

  private func mayWorkForMinutes(_ process: Process, before instant: Instant) -> Bool {
    services[.processing].contains { queue in
      queue.earliestStarts(of: process).map { $0.from < instant } ?? false
    }
  }

  /// When no fetch may begin, or, beginning, could bring nothing in the time that it may last.
  private func closures(lasting time: TimeSpan) -> [Closure] {
    let network = scenario.network.map { (at: $0.at, isOpen: $0.kind != .none) }
    let closures = closed(by: network, until: time)
    guard isIOS else { return closures }
    let level = scenario.device.criticalBatteryLevel
    var power = PowerStatus(level: 1, isCharging: false)
    // When a simulated battery is low no policy knows beforehand: as if it never were.
    let said = scenario.battery == .scenario ? scenario.power : []
    let discretionary = said.map { change in
      power.apply(change)
      return (at: change.at, isOpen: power.allowsDiscretionaryWork(above: level))
    }
    return closed(by: discretionary, until: .zero) + closures
  }

  /// - Parameters:
  ///   - early: how long before its end a closure ends for those that last as long.
  private func closed(by changes: [(at: Instant, isOpen: Bool)], until early: TimeSpan)
    -> [Closure]
  {
    var closures: [Closure] = []
    var since: Instant?
    for change in changes {
      if !change.isOpen {
        since = since ?? change.at
      } else if let began = since {
        if began < change.at - early {
          closures.append(Closure(from: began, to: change.at - early))
        }
        since = nil
      }
    }
    if let since { closures.append(Closure(from: since, to: .distantFuture)) }
    return closures
  }
}
