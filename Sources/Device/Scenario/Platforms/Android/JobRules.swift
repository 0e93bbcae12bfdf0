/// The numbers of JobScheduler in one version of Android.
public struct JobRules: Sendable, Equatable {
  public init() {}
}
