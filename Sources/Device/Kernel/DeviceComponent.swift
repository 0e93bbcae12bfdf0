import Simulation

/// A part of the device with a state of its own. Parts act on each other through the device, which
/// keeps them, and outlives each use of them.
///
/// Both properties are set once the device has all its parts, before anything happens, and never
/// again: there is nothing to check for overlapping access (docs/performance.md).
class DeviceComponent {
  @exclusivity(unchecked) private var owner: UnretainedRef<Device>!
  /// The device's, held apart since every part asks for the time all the time.
  @exclusivity(unchecked) private var clock: UnretainedRef<Agenda>!

  final func join(_ device: Device) {
    unsafe owner = UnretainedRef(device)
    unsafe clock = UnretainedRef(device.agenda)
  }

  final var device: Device { @inline(__always) get { unsafe owner.object } }

  /// Virtual time.
  final var now: Instant { @inline(__always) get { unsafe clock.object.now } }
}
