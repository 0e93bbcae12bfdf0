/// The parameters of the device's energy.
///
/// Powers are those of the Nexus 5 power profile (LineageOS, android_device_lge_hammerhead), in
/// milliamperes there, times the 3.8 V that its battery has nominally; they add up.
public struct EnergyConfiguration: Sendable {
  public var cellular = CellularTechnology.lte
  public var battery = Battery()
  public var watts = Watts()

  public struct Battery: Sendable {
    public var milliampHours = 2_300.0
    public var volts = 3.8
    /// The power that a charger gives the battery beside what the device takes. Assumed: a charger
    /// of 5 W.
    public var chargingWatts = 5.0

    public var capacity: Energy { .battery(milliampHours: milliampHours, volts: volts) }
  }

  public struct Watts: Sendable {
    /// While a thread is busy. Assumed: at full speed, 386.2 mA.
    public var cpu = 1.46756
    /// While any app runs, beside its work: 17.4 mA.
    public var awake = 0.06612
    /// While none does: 3.2 mA.
    public var suspended = 0.01216
    /// While an app is in front: 82.75 mA. Assumed: at its darkest, which adds nothing.
    public var screen = 0.31445
  }
}

/// The technology of the cellular network.
public enum CellularTechnology: String, CaseIterable, Sendable {
  case lte
  case threeG = "3g"
}
