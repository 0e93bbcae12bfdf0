import Simulation

/// The app standby bucket of one app, and what decides on it.
///
/// The bucket falls with the time since the app was used, by two clocks, and is raised by use for a
/// while. In between, a prediction says how soon it will be used; the user may force a bucket.
///
/// Pure: it knows rules and moments. It falls only when it is looked at (`check`).
struct BucketHistory: Sendable {
  /// Why an app is in its bucket.
  enum Cause: Sendable, Equatable {
    /// It is new, or was never looked at.
    case initial
    case unused
    case usage
    case predicted
    case forced
  }

  /// What raises an app's bucket.
  enum Use: Sendable, Equatable {
    /// By the user.
    case user
    /// The system has used it.
    case system
    case notificationSeen
    /// Something of it is shown elsewhere.
    case pinned
    case foregroundService
  }

  let rules: BucketRules
  private(set) var bucket = AppBucket.never
  private(set) var cause = Cause.initial
  /// When the user last used it, and how long the screen had been on then.
  private(set) var lastUse: (at: Instant, screenOn: TimeSpan)?
  /// Until when use keeps it in each bucket, by the position of the bucket.
  private var raisedUntil: [Instant?] = Array(repeating: nil, count: AppBucket.allCases.count)
  private var prediction: (bucket: AppBucket, at: Instant)?

  init(_ rules: BucketRules) { self.rules = rules }

  // MARK: Use

  /// The app is used, which may raise its bucket and never lowers it.
  ///
  /// - Parameters:
  ///   - screenOn: how long the screen has been on in all.
  mutating func use(_ use: Use, at now: Instant, screenOn: TimeSpan) {
    guard let (raised, span) = elevation(by: use) else { return }
    if bucket == .restricted, cause != .unused, use != .user { return }
    raisedUntil[raised.index] = max(raisedUntil[raised.index] ?? now, now + span)
    if use == .user { lastUse = (now, screenOn) }
    guard raised <= bucket else { return }
    (bucket, cause) = (raised, .usage)
  }

  private func elevation(by use: Use) -> (AppBucket, TimeSpan)? {
    switch use {
    case .user: (.active, rules.usage)
    case .system: (.active, rules.systemUse)
    case .notificationSeen: (rules.notificationBucket, rules.notification)
    case .pinned: (.workingSet, rules.pinned)
    // Only the first one of an app that was never used.
    case .foregroundService: bucket == .never ? (.active, rules.firstService) : nil
    }
  }

  // MARK: Time

  /// Lowers the bucket if it is time.
  mutating func check(at now: Instant, screenOn: TimeSpan) {
    guard cause != .forced, bucket != .never else { return }
    let place = place(at: now, screenOn: screenOn)
    guard bucket < place.bucket || isPredictionOver(at: now) else { return }
    (bucket, cause) = place
  }

  private typealias Place = (bucket: AppBucket, cause: Cause)

  /// Where the app belongs: what use still keeps it in, or else what is expected of it.
  private func place(at now: Instant, screenOn: TimeSpan) -> Place {
    let expected = expected(at: now, screenOn: screenOn)
    return raised(above: expected.bucket, at: now).map { ($0, .usage) } ?? expected
  }

  private func expected(at now: Instant, screenOn: TimeSpan) -> Place {
    let isOver = isPredictionOver(at: now)
    if !isOver, cause == .predicted { return (max(bucket, .active), cause) }
    if let prediction, !isOver, prediction.bucket <= .rare {
      return (prediction.bucket, .predicted)
    }
    return (age(at: now, screenOn: screenOn), .unused)
  }

  private func isPredictionOver(at now: Instant) -> Bool {
    prediction.map { now - $0.at > rules.prediction } ?? false
  }

  /// The bucket by the time since the last use alone.
  private func age(at now: Instant, screenOn: TimeSpan) -> AppBucket {
    rules.thresholds.bucket(
      unused: lastUse.map { now - $0.at }, screenOn: screenOn - (lastUse?.screenOn ?? .zero))
  }

  /// The best bucket above another one in which use still keeps the app.
  private func raised(above bucket: AppBucket, at now: Instant) -> AppBucket? {
    AppBucket.allCases.first { candidate in
      candidate < bucket && raisedUntil[candidate.index].map { $0 > now } == true
    }
  }

  // MARK: Prediction and force

  /// A predictor says how soon the app will be used.
  mutating func predict(_ predicted: AppBucket, at now: Instant, screenOn: TimeSpan) {
    guard bucket != .never, predicted != .never, bucket >= .active else { return }
    guard cause != .forced else { return }
    // What is not expected to be used soon is not taken out of the restricted bucket.
    if bucket == .restricted, cause != .unused || predicted >= .rare { return }
    prediction = (predicted, now)
    if let raised = raised(above: predicted, at: now) {
      (bucket, cause) = (raised, .usage)
    } else if predicted == .rare, age(at: now, screenOn: screenOn) == .restricted {
      (bucket, cause) = (.restricted, .unused)
    } else {
      (bucket, cause) = (predicted, .predicted)
    }
  }

  /// The user puts the app into a bucket, where it stays.
  mutating func force(_ forced: AppBucket) {
    (bucket, cause) = (forced, .forced)
    raisedUntil = raisedUntil.map { _ in nil }
  }

  /// When the bucket may next change by itself; nil: never, or not before the device is used.
  ///
  /// - Parameters:
  ///   - isInUse: whether the screen is on, and with it the second clock goes on.
  func nextCheck(after now: Instant, screenOn: TimeSpan, isInUse: Bool) -> Instant? {
    var moments = raisedUntil.compactMap(\.self)
    if let prediction { moments.append(prediction.at + rules.prediction + .milliseconds(1)) }
    if let lastUse {
      let shown = screenOn - lastUse.screenOn
      moments += rules.thresholds.steps.compactMap { step in
        let rest = max(.zero, step.screenOn - shown)
        return rest == .zero || isInUse ? max(lastUse.at + step.unused, now + rest) : nil
      }
    }
    return moments.filter { $0 > now }.min()
  }
}
