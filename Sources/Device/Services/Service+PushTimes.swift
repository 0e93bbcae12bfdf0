import Simulation

/// What the services have in common to which pushes are sent: silent ones, alerts and calls.
extension Service {
  /// Puts the sending of a source's next push on the agenda, if there is one before the end.
  ///
  /// - Parameters:
  ///   - what: the deadline of that sending; its number is the source's.
  ///   - times: of all sources.
  func armSending<What: RawRepresentable<UInt8>>(
    _ what: What, of source: Int, by times: inout [PushTimes]
  ) {
    let servers = device.servers
    let next = times[source].next { host, item in
      servers.find(host).flatMap { servers.published(item, by: $0) }
    }
    guard let next, next <= device.end else { return }
    arm(
      what, Int32(source), of: device[device.scenario.pushes[source].app], at: next,
      rank: DeviceEvent.Rank.world, outlives: true)
  }
}
