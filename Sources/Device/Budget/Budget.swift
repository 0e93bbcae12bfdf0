import Simulation

/// The shared budget of background time: the pool, and what of it is reserved for which process
/// (U1, U2). Services claim; what the pool pays for is the union of their claims.
final class Budget: DeviceComponent {
  private struct App {
    var reservation: Reservation?
    /// The time of its tasks where the pool does not pay for them.
    var allowance: Reservation?
    /// When the last one of this process was closed.
    var closed: Instant?
    var used = UsedTime()
    var counts = Counts()
  }

  private struct Counts {
    var granted = TimeSpan.zero
    var used = TimeSpan.zero
    var returned = TimeSpan.zero
    /// The part of `used` that the pool has not paid for.
    var ofAllowance = TimeSpan.zero
  }

  private var ledger: PoolLedger
  private let apps: PerApp<App>
  private var holderIDs: Set<AppID> = []
  private(set) var nextRefill: Instant?
  /// On Android work in the background is paid for by nobody.
  private let hasPool: Bool

  init(_ scenario: Scenario) {
    ledger = PoolLedger(scenario.device.pool, startsAt: scenario.startsAt)
    apps = PerApp(App(), count: scenario.apps.count)
    hasPool = scenario.device.platform.hasPool
  }

  var available: TimeSpan { ledger.available }
  var capacity: TimeSpan { ledger.capacity(at: now) }

  /// Checks the law of U2 at the end of an event. Ends the program where it does not hold.
  @inline(__always)
  func checkBalance(at now: Instant, seed: UInt64) {
    check(
      ledger.isBalanced(at: now), "the pool's account does not balance: \(ledger.account)",
      at: now, seed: seed)
  }

  func advance() { ledger.advance(to: now) }

  // MARK: Refills

  func scheduleRefill() {
    let pool = device.scenario.device.pool
    guard hasPool, let period = pool.refillEvery, period > .zero else { return }
    nextRefill = now + period
    device.agenda.schedule(.world(.refill), at: now + period, rank: DeviceEvent.Rank.world)
  }

  func refill() {
    let added = ledger.refill(at: now)
    device.recorder.record(.refilled(added))
    scheduleRefill()
    device.arbiter.requestReview()
  }

  // MARK: Reservations

  /// Whether a process runs in background time of a grant or an allowance, or did at this instant:
  /// what code did before it ended its task or fetch is seen only after that. On Android, whether it
  /// runs behind for a service, such as a job.
  func isGranted(_ process: Process) -> Bool {
    guard hasPool else {
      return process.state == .background && device.services.keepRunning(process)
    }
    let app = apps[process]
    return app.reservation != nil || app.allowance != nil || app.closed == now
  }

  /// Until when the pool can pay for a process, with what is reserved for it.
  private func payableUntil(_ process: Process) -> Instant {
    (apps[process].reservation?.end ?? now) + ledger.available
  }

  /// Whether the pool can pay for a process until a moment, beyond what is reserved for it.
  func canPay(for process: Process, until end: Instant) -> Bool { end <= payableUntil(process) }

  /// The apps that time is reserved for, in order of id. O(n log n) in their number.
  var holders: [AppID] { holderIDs.sorted() }

  /// Until when time is reserved for a process.
  func reservedUntil(_ process: Process) -> Instant? { apps[process].reservation?.end }

  /// The handlers of a process have been called.
  func markExpired(_ process: Process) { apps[process].reservation?.isExpired = true }

  /// Brings the pool's reservation in line with what services claim for a process. What the pool
  /// does not hold it does not pay: a claim beyond it is cut.
  func adjust(_ process: Process) {
    adjustReservation(of: process)
    adjustAllowance(of: process)
  }

  private func adjustReservation(of process: Process) {
    let claim = device.services.claim(of: process).map { min($0, payableUntil(process)) }
    if let end = claim, end > now {
      if apps[process].reservation == nil {
        open(process, until: end)
      } else {
        move(process, to: end)
      }
    } else if let reservation = apps[process].reservation {
      close(reservation, of: process)
    }
  }

  private func open(_ process: Process, until end: Instant) {
    process.noteChange()
    take(end - now, for: process, ledger.open(end - now, at: now))
    var reservation = Reservation(from: now, to: end)
    reservation.expiry = watch(process, until: end)
    apps[process].reservation = reservation
    holderIDs.insert(process.id)
  }

  private func move(_ process: Process, to end: Instant) {
    guard var reservation = apps[process].reservation else { return }
    switch reservation.move(to: end) {
    case .none: return
    case .grow(let time): take(time, for: process, ledger.extend(by: time, at: now))
    case .shrink(let time):
      giveBack(time, of: process, losing: ledger.shrink(by: time, at: now))
    }
    device.agenda.cancel(reservation.expiry)
    reservation.expiry = watch(process, until: end)
    apps[process].reservation = reservation
    device.arbiter.requestReview()
  }

  private func close(_ reservation: Reservation, of process: Process) {
    process.noteChange()
    let rest = reservation.rest(at: now)
    device.agenda.cancel(reservation.expiry)
    let lost = ledger.close(returning: rest, at: now)
    if rest > .zero { giveBack(rest, of: process, losing: lost) }
    apps[process].counts.used += device.measured(since: reservation.began)
    apps[process].used.book(
      from: reservation.began, to: now, midnight: device.midnight)
    apps[process].reservation = nil
    holderIDs.remove(process.id)
    apps[process].closed = now
    device.arbiter.observe(
      .backgroundTime(
        app: process.id, at: now, granted: reservation.granted, used: now - reservation.began,
        expired: reservation.isExpired))
    device.arbiter.requestReview()
  }

  /// Takes time out of the pool, counted once however many reasons the process has for it.
  ///
  /// - Parameters:
  ///   - isGiven: false is a bug of the simulator: claims are cut to what the pool holds.
  private func take(_ time: TimeSpan, for process: Process, _ isGiven: Bool) {
    check(
      isGiven, "\(process.name): a reservation beyond the pool", at: now,
      seed: device.scenario.seed)
    apps[process].counts.granted += time
    process.record(.granted(time))
  }

  private func giveBack(_ rest: TimeSpan, of process: Process, losing lost: TimeSpan) {
    apps[process].counts.returned += rest
    process.record(.returned(rest, lost: lost > .zero ? lost : nil))
  }

  /// Brings the time that the pool does not pay for in line with what services claim: for figures
  /// alone, since nobody is short of it. What the pool pays for is not counted a second time.
  private func adjustAllowance(of process: Process) {
    let isPaid = apps[process].reservation != nil
    let end = isPaid ? nil : device.services.allowance(of: process)
    if let end, end > now {
      if apps[process].allowance == nil {
        apps[process].allowance = Reservation(from: now, to: end)
        apps[process].counts.granted += end - now
      }
    } else if let allowance = apps[process].allowance {
      let used = used(of: allowance)
      apps[process].counts.used += used
      apps[process].counts.ofAllowance += used
      apps[process].counts.returned += allowance.rest(at: now)
      apps[process].allowance = nil
      apps[process].closed = now
    }
  }

  private func used(of allowance: Reservation) -> TimeSpan {
    let late = max(.zero, now - allowance.end)
    return max(.zero, device.measured(since: allowance.began) - late)
  }

  private func watch(_ process: Process, until end: Instant) -> EventToken {
    process.schedule(.reservationEnd, at: end, rank: DeviceEvent.Rank.limit)
  }

  /// Forgets what a process that has ended did before at this instant.
  func forget(_ process: Process) { apps[process].closed = nil }

  // MARK: Figures

  /// Returns what the pool holds and who has used it, most first, in words. O(n log n) in the apps.
  var usageInWords: String {
    var users: [(process: Process, time: TimeSpan)] = []
    for index in device.scenario.apps.indices {
      let process = device[AppID(index)]
      let time = used(by: process, midnight: device.midnight).total
      if time > .zero { users.append((process, time)) }
    }
    users.sort { ($1.time, $0.process.id) < ($0.time, $1.process.id) }
    var words = users.prefix(4).map { "\($0.process.name) used \($0.time.roundedToTenths)" }
    if users.count > 4 { words.append("and others") }
    let state = available > .zero ? "held \(available.roundedToTenths)" : "was empty"
    return "the shared pool \(state)" + (words.isEmpty ? "" : ": ") + words.joined(separator: ", ")
  }

  /// Background time used since the start and in the day that began at `midnight`, until now.
  func used(by process: Process, midnight: Instant) -> (total: TimeSpan, today: TimeSpan) {
    let app = apps[process]
    var total = app.used.total
    var today = app.used.onDay(of: midnight)
    if let reservation = app.reservation {
      total += now - reservation.began
      today += now - max(reservation.began, midnight)
    }
    return (total, today)
  }

  func addFigures(of process: Process, to figures: inout AppStatistics) {
    let app = apps[process]
    figures.granted += app.counts.granted
    figures.used += app.counts.used
    figures.returned += app.counts.returned
    figures.usedOfAllowances += app.counts.ofAllowance
    if let reservation = app.reservation {
      figures.used += device.measured(since: reservation.began)
    }
    if let allowance = app.allowance {
      figures.used += used(of: allowance)
      figures.usedOfAllowances += used(of: allowance)
    }
  }

  func addFigures(to figures: inout DeviceStatistics) { figures.pool = ledger.account }

  func beginMeasuring() {
    ledger.beginAnew(at: now)
    apps.changeEach { $0.counts = Counts() }
  }
}

extension TimeSpan {
  /// Returns the time in words, to a tenth of a second.
  fileprivate var roundedToTenths: String {
    TimeSpan(nanoseconds: (nanoseconds + 50_000_000) / 100_000_000 * 100_000_000).description
  }
}
