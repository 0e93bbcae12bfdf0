/// A condition that a job need not require to be held for (`Flexibility`).
///
/// Source: AOSP, FlexibilityController.java, `FLEXIBLE_CONSTRAINTS`; the names are those of its
/// constants.
public enum FlexibleConstraint: String, CaseIterable, Sendable {
  case batteryNotLow
  case charging
  /// Wi-Fi instead of cellular, for a job that requires a network.
  case connectivity
  /// The screen has been off for a while (`JobRules.idleAfter`).
  case deviceIdle
}
