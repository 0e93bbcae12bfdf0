/// How deeply a device of Android's sleeps that is not used: what Doze makes of it.
public enum DeviceIdle: String, CaseIterable, Sendable {
  /// It does not.
  case awake
  /// A light idle time: jobs and the network of apps wait.
  case light
  /// A deep one: alarms wait too.
  case deep
  /// A maintenance window between two idle times: what waited may run.
  case maintenance

  /// Whether work that can wait has to.
  public var holdsWork: Bool { self == .light || self == .deep }
}
