import Simulation

/// One version of the operating system: its services, its limits, and the exits that it knows. The
/// differences between versions lie here, in the `Feature` that a service declares, and for Android
/// in the `AndroidRules` of the version.
public struct Platform: Sendable, Equatable {
  public let family: SystemFamily
  /// Its major version: 13.
  public let version: Int
  /// The rules of this version of Android; nil: it is one of iOS.
  public let android: AndroidRules?

  /// The version's name in scenarios: "iOS 13", "Android 15".
  public var name: String { "\(family.rawValue) \(version)" }

  /// Creates the version of a name; nil when there is none.
  public init?(named name: String) {
    guard let platform = (Platform.all + Platform.android).first(where: { $0.name == name }) else {
      return nil
    }
    self = platform
  }

  init(iOS version: Int) {
    family = .iOS
    self.version = version
    android = nil
  }

  init(_ rules: AndroidRules) {
    family = .android
    version = rules.version
    android = rules
  }

  /// The limits of this version (semantics.md, sections 2 to 4; android.md).
  public var limits: Limits { android.map(Limits.init(android:)) ?? limitsOfIOS }

  /// Whether there is a pool of background time for tasks and fetches, which Android has not.
  public var hasPool: Bool { family == .iOS }

  /// Whether this version ends an app for that reason.
  public func knows(_ reason: ExitReason) -> Bool {
    switch family {
    case .iOS: reason.feature.map(has) ?? true
    case .android: reason.reasonOnAndroid != nil
    }
  }

  /// The code that a crash log of this version shows for a reason, or on Android the name of the
  /// constant of `ApplicationExitInfo`; nil where there is none.
  public func code(of reason: ExitReason) -> String? {
    switch family {
    case .iOS: codeOfIOS(of: reason)
    case .android: reason.reasonOnAndroid
    }
  }

  /// Whether that code is assumed: nothing public shows the one for it.
  public func assumesCode(of reason: ExitReason) -> Bool {
    family == .iOS && assumesCodeOfIOS(of: reason)
  }
}

extension Platform {
  public func has(_ feature: Feature) -> Bool { absence(of: feature) == nil }

  /// Why it is not there, in words; nil where it is.
  public func absence(of feature: Feature) -> String? {
    guard feature.family == family else {
      return Counterparts.notice(of: feature.name, of: feature.family)
    }
    if version < feature.since {
      return "\(feature.name) came with \(family.rawValue) \(feature.since); this device is \(name)"
    }
    if let last = feature.until, version > last {
      return "\(feature.name) ended with \(family.rawValue) \(last); this device is \(name)"
    }
    return nil
  }
}
