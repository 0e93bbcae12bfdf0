/// The numbers of Doze in one version of Android.
public struct DozeRules: Sendable, Equatable {
  public init() {}
}
