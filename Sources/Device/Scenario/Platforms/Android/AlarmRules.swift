/// The numbers of AlarmManager in one version of Android.
public struct AlarmRules: Sendable, Equatable {
  public init() {}
}
