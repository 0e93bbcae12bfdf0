import Simulation

/// The device's cores, where the scenario says how many it has: threads that are busy share them
/// (semantics.md, section 6).
final class Processors: DeviceComponent {
  private struct Work {
    let number: Int
    let app: AppID
    let life: Int32
    /// Comes when it is done.
    let event: ProcessEvent
  }

  private var cores: SharedCores
  private var underWay = OrderedMap<Int, Work>()
  private var count = 0
  private var next: (at: Instant, number: Int)?
  private var token = EventToken.none

  init(cores: Int) {
    self.cores = SharedCores(cores: cores)
  }

  /// A thread of a process begins to be busy for so much CPU time.
  ///
  /// - Parameters:
  ///   - event: comes when it is done; the process then ends the work.
  func begin(_ time: TimeSpan, of process: Process, then event: ProcessEvent) -> Int {
    count += 1
    underWay.append(
      Work(number: count, app: process.id, life: process.life, event: event), for: count)
    cores.add(count, time, isFront: process.state.isForeground, at: now)
    look()
    return count
  }

  /// A thread is busy no more, done or not: what it had left.
  @discardableResult
  func end(_ number: Int) -> TimeSpan {
    guard underWay.remove(number) != nil else { return .zero }
    let left = cores.remove(number, at: now)
    look()
    return left
  }

  /// Returns the work that a thread has left.
  func left(_ number: Int) -> TimeSpan { cores.left(number, at: now) }

  /// A process has come to the front, or left it. O(n) in busy threads.
  func moved(_ process: Process) {
    for work in underWay.elements where work.app == process.id {
      cores.move(work.number, isFront: process.state.isForeground, at: now)
    }
    look()
  }

  /// A process has ended. O(n) in busy threads.
  func ended(_ process: Process) {
    for work in underWay.elements where work.app == process.id {
      _ = underWay.remove(work.number)
      _ = cores.remove(work.number, at: now)
    }
    look()
  }

  private func look() {
    let next = cores.next
    if let next, let known = self.next, next == known, token != .none { return }
    device.agenda.cancel(token)
    self.next = next
    token = .none
    guard let next, let work = underWay[next.number] else { return }
    token = device.agenda.schedule(
      .process(work.event, work.app, life: work.life), at: max(next.at, now),
      rank: DeviceEvent.Rank.callback)
  }
}
