/// Why a foreground service is refused: the exception that Android throws.
public enum ServiceError: Error, Sendable, Equatable, CaseIterable {
  /// The app has no `onStartCommand`.
  case noService
  /// It is behind, and nothing lets it start one from there.
  case startNotAllowed
  /// `startForeground` without a service that was started.
  case notStarted
  /// No type is given, and none declared.
  case missingType
  /// The app does not declare the type.
  case undeclaredType
  /// The receiver of BOOT_COMPLETED may start no service of this type.
  case notFromBoot
  /// The type is for an app in use only, and the service was started from behind.
  case notInUse
  /// Services of this type have had their time of the day.
  case timeLimit

  /// The exception's class.
  public var exception: String {
    switch self {
    case .noService, .undeclaredType: "IllegalArgumentException"
    case .startNotAllowed, .notFromBoot, .timeLimit: "ForegroundServiceStartNotAllowedException"
    case .notStarted: "IllegalStateException"
    case .notInUse: "SecurityException"
    case .missingType: "MissingForegroundServiceTypeException"
    }
  }

  /// The finding about an app that does not catch it; nil: it is an error like any other.
  public var finding: FindingRule? {
    switch self {
    case .startNotAllowed, .notFromBoot, .notInUse, .timeLimit: .foregroundServiceNotAllowed
    case .missingType, .undeclaredType: .foregroundServiceTypeMissing
    case .noService, .notStarted: nil
    }
  }
}
