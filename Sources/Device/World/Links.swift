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

  private struct Line {
    var link: SharedLink
    /// The next change of a flow, and its event.
    var next: (at: Instant, done: Int?)?
    var token = EventToken.none
  }

  private var wifi: Line
  private var cellular: Line
  private var underWay = OrderedMap<FlowID, Flow>()
  private var count = 0
  /// The energy that throughput has cost for the flows that have ended.
  private var settled = SharedEnergy()

  init(_ configuration: DeviceConfiguration) {
    wifi = Line(link: SharedLink(bytesPerSecond: configuration.wifi.bytesPerSecond))
    cellular = Line(link: SharedLink(bytesPerSecond: configuration.cellular.bytesPerSecond))
  }

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
    self[network].link.add(count, bytes: load.bytes, most: most, from: now + setup, at: now)
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
    let until = self[id.network].link.waits(id.number)
    let moved = flow.load.first(self[id.network].link.remove(id.number, at: now))
    look(at: id.network)
    settled += energy(of: flow, moved)
    device.power.transferEnds(on: id.network, isGranted: flow.isGranted)
    return (until.map { max(.zero, $0 - now) } ?? .zero, moved)
  }

  /// Returns the bytes of a flow that have moved so far.
  func moved(_ id: FlowID) -> Double { self[id.network].link.moved(id.number, at: now) }

  /// A flow begins beside others: all are slower from now on.
  func flowBegins(on network: NetworkKind) {
    self[network].token = .none
    self[network].link.begin(until: now)
    look(at: network)
  }

  private subscript(network: NetworkKind) -> Line {
    _read { if network == .cellular { yield cellular } else { yield wifi } }
    _modify { if network == .cellular { yield &cellular } else { yield &wifi } }
  }

  /// Puts on the agenda what comes next, if that has changed.
  private func look(at network: NetworkKind) {
    let next = self[network].link.next
    let known = self[network].next
    if let next, let known, next == known, self[network].token != .none { return }
    device.agenda.cancel(self[network].token)
    self[network].next = next
    self[network].token = .none
    guard let next else { return }
    let at = max(next.at, now)
    let id = next.done.map { FlowID(number: $0, network: network) }
    if let flow = id.flatMap({ underWay[$0] }) {
      self[network].token = device.agenda.schedule(
        .service(flow.event), at: at, rank: DeviceEvent.Rank.callback)
    } else {
      self[network].token = device.agenda.schedule(
        .world(.flowBegins(network)), at: at, rank: DeviceEvent.Rank.world)
    }
  }

  // MARK: Energy

  /// The energy that throughput has cost since the start, beside the time for which radios were on.
  var energy: SharedEnergy {
    underWay.elements.reduce(settled) { sum, flow in
      sum + energy(of: flow, flow.load.first(moved(flow.id)))
    }
  }

  private func energy(of flow: Flow, _ moved: Load) -> SharedEnergy {
    guard flow.id.network == .cellular else { return .zero }
    let energy = device.scenario.device.energy.cellular.radio.energy(of: moved)
    return SharedEnergy(all: energy, granted: flow.isGranted ? energy : .zero)
  }
}
