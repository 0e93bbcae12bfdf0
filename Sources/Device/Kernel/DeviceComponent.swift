import Simulation

/// A part of the device with a state of its own. Parts act on each other through the device.
///
/// Both properties are set once the device has all its parts, before anything happens, and never
/// again: there is nothing to check for overlapping access (docs/performance.md).
class DeviceComponent {
  @exclusivity(unchecked) private unowned var owner: Device!
  /// The device's, held apart since every part asks for the time all the time.
  @exclusivity(unchecked) private var clock: Agenda!

  final func join(_ device: Device) {
    unsafe owner = device
    unsafe clock = device.agenda
  }

  final var device: Device { unsafe owner }

  /// Virtual time.
  final var now: Instant { unsafe clock.now }
}
