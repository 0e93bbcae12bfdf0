import Simulation

/// The networks of the device: all that is under way over one of them shares its rate, whichever
/// apps and services it belongs to.
///
/// A flow that is done is reported by an event of the service that has begun it, which then ends it.
/// Only the next of a network is on the agenda.
final class Links: DeviceComponent {
  private struct Flow {
    let id: FlowID
    let load: Load
    let event: ServiceEvent
    /// Begun in granted background time.
    let isGranted: Bool
  }

  /// A network. Access to its link is not checked for overlaps at run time, nor is that to what is
  /// under way: what is called on them calls nobody (docs/performance.md).
  private final class Line {
    @exclusivity(unchecked) private var shared: SharedLink
    /// The next change of a flow, and its event.
    var next: (at: Instant, done: Int?)?
    var token = EventToken.none

    init(bytesPerSecond: Double) { unsafe shared = SharedLink(bytesPerSecond: bytesPerSecond) }

    var link: SharedLink {
      @inline(__always) _read { yield unsafe shared }
      @inline(__always) _modify { yield unsafe &shared }
    }
  }

  private let wifi: Line
  private let cellular: Line
  @exclusivity(unchecked) private var ownFlows = OrderedMap<FlowID, Flow>()
  private var count = 0
  /// The energy that throughput has cost for the flows that have ended.
  private var settled = SharedEnergy()

  init(_ configuration: DeviceConfiguration) {
    wifi = Line(bytesPerSecond: configuration.wifi.bytesPerSecond)
    cellular = Line(bytesPerSecond: configuration.cellular.bytesPerSecond)
  }

  private var underWay: OrderedMap<FlowID, Flow> {
    @inline(__always) _read { yield unsafe ownFlows }
    @inline(__always) _modify { yield unsafe &ownFlows }
  }

  private func line(_ network: NetworkKind) -> Line { network == .cellular ? cellular : wifi }

  // MARK: Flows

  /// Begins a flow over a network, which is one.
  ///
  /// - Parameters:
  ///   - most: bytes a second that the server gives.
  ///   - setup: before the first byte flows.
  ///   - event: comes when it is done.
  func begin(
    _ load: Load, atMost most: Double, after setup: TimeSpan, over network: NetworkKind,
    isGranted: Bool, then event: ServiceEvent
  ) -> FlowID {
    count += 1
    let id = FlowID(number: count, network: network)
    underWay.append(Flow(id: id, load: load, event: event, isGranted: isGranted), for: id)
    line(network).link.add(count, bytes: load.bytes, most: most, from: now + setup, at: now)
    look(at: network)
    device.power.transferBegins(on: network, isGranted: isGranted)
    return id
  }

  /// Ends a flow, done or not.
  ///
  /// - Returns: for how long it had still to wait for its first byte, and what has flowed; nil: it
  ///   has ended.
  @discardableResult
  func end(_ id: FlowID) -> (setup: TimeSpan, moved: Load)? {
    guard let flow = underWay.remove(id) else { return nil }
    let line = line(id.network)
    let until = line.link.waits(id.number)
    let moved = flow.load.first(line.link.remove(id.number, at: now))
    look(at: id.network)
    settled += energy(of: flow, moved)
    device.power.transferEnds(on: id.network, isGranted: flow.isGranted)
    return (until.map { max(.zero, $0 - now) } ?? .zero, moved)
  }

  /// Returns the bytes of a flow that have moved so far.
  func moved(_ id: FlowID) -> Double { line(id.network).link.moved(id.number, at: now) }

  /// A flow begins beside others: all are slower from now on.
  func flowBegins(on network: NetworkKind) {
    line(network).token = .none
    line(network).link.begin(until: now)
    look(at: network)
  }

  /// Puts on the agenda what comes next, if that has changed.
  private func look(at network: NetworkKind) {
    let line = line(network)
    let next = line.link.next
    if let next, let known = line.next, next == known, line.token != .none { return }
    device.agenda.cancel(line.token)
    line.next = next
    line.token = .none
    guard let next else { return }
    let at = max(next.at, now)
    let id = next.done.map { FlowID(number: $0, network: network) }
    if let flow = id.flatMap({ underWay[$0] }) {
      line.token = device.agenda.schedule(
        .service(flow.event), at: at, rank: DeviceEvent.Rank.callback)
    } else {
      line.token = device.agenda.schedule(
        .world(.flowBegins(network)), at: at, rank: DeviceEvent.Rank.world)
    }
  }

  // MARK: Energy

  /// The energy that throughput has cost since the start, beside the time for which radios were on.
  var energy: SharedEnergy {
    underWay.isEmpty
      ? settled
      : underWay.elements.reduce(settled) { sum, flow in
        sum + energy(of: flow, flow.load.first(moved(flow.id)))
      }
  }

  private func energy(of flow: Flow, _ moved: Load) -> SharedEnergy {
    guard flow.id.network == .cellular else { return .zero }
    let energy = device.scenario.device.energy.cellular.radio.energy(of: moved)
    return SharedEnergy(all: energy, granted: flow.isGranted ? energy : .zero)
  }
}
