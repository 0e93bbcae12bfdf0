/// A part of the device with a state of its own. Parts act on each other through the device.
class Part {
  /// Set once the device has all its parts, before anything happens.
  private(set) unowned var device: Device!

  final func join(_ device: Device) { self.device = device }
}
