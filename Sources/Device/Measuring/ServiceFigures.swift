extension AppFigures {
  /// The figures of an app's foreground services and wake locks on Android. They have no value where
  /// it has none.
  public static let services: [Figure<AppStatistics>] = [
    Figure(
      "services", "in foreground", .span, .neutral,
      "time that an app's service was in the foreground"
    ) { $0.serviceTime > .zero ? $0.serviceTime.seconds : nil },
    Figure(
      "wake locks", "held", .span, .lower, "time that an app held wake locks behind"
    ) { $0.wakeLockTime > .zero ? $0.wakeLockTime.seconds : nil },
  ]
}
