import Simulation

/// From when on an app that is not used is in each bucket.
///
/// Two clocks must both have gone on since its last use: the time, and the time with the screen on.
public struct BucketThresholds: Equatable, Sendable {
  /// A bucket and what must have passed for it.
  public struct Step: Equatable, Sendable {
    public let bucket: AppBucket
    /// Time since the last use.
    public var unused: TimeSpan
    /// Time with the screen on since the last use.
    public var screenOn: TimeSpan

    public init(_ bucket: AppBucket, unused: TimeSpan, screenOn: TimeSpan) {
      self.bucket = bucket
      self.unused = unused
      self.screenOn = screenOn
    }
  }

  /// From the most to the least used.
  ///
  /// Source: AOSP, AppStandbyController (`DEFAULT_ELAPSED_TIME_THRESHOLDS`,
  /// `DEFAULT_SCREEN_TIME_THRESHOLDS`), the same in Android 13, 15 and 16.
  public var steps: [Step] = [
    Step(.active, unused: .zero, screenOn: .zero),
    Step(.workingSet, unused: .hours(12), screenOn: .zero),
    Step(.frequent, unused: .hours(24), screenOn: .hours(1)),
    Step(.rare, unused: .hours(48), screenOn: .hours(2)),
    Step(.restricted, unused: .days(8), screenOn: .hours(6)),
  ]

  public init() {}

  /// Returns the bucket of an app: the last one of which both thresholds have passed.
  ///
  /// - Parameters:
  ///   - unused: time since its last use; nil: it never was used.
  ///   - screenOn: time with the screen on since then.
  public func bucket(unused: TimeSpan?, screenOn: TimeSpan) -> AppBucket {
    guard let unused else { return .never }
    return steps.last { $0.unused <= unused && $0.screenOn <= screenOn }?.bucket ?? .active
  }
}
