/// How lately an app was used, in Android's steps: the longer ago, the less it may do.
///
/// Source: AOSP, UsageStatsManager (`STANDBY_BUCKET_*`); the names are its documentation's.
public enum AppBucket: String, CaseIterable, Comparable, Sendable {
  /// The system has set it apart from all limits that it can lift.
  case exempted
  case active
  case workingSet
  case frequent
  case rare
  case restricted
  /// Installed and not opened since: nothing of it runs.
  case never

  /// Position in `allCases`, from the most to the least used.
  var index: Int {
    switch self {
    case .exempted: 0
    case .active: 1
    case .workingSet: 2
    case .frequent: 3
    case .rare: 4
    case .restricted: 5
    case .never: 6
    }
  }

  /// The bucket in words: `working set`.
  public var title: String { self == .workingSet ? "working set" : rawValue }

  public static func < (left: AppBucket, right: AppBucket) -> Bool { left.index < right.index }
}
