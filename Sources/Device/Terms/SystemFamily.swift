/// Whose system it is: what one family has, the other has not, though it may have the like.
public enum SystemFamily: String, Sendable, CaseIterable {
  case iOS
  case android = "Android"

  /// The family that it is not.
  public var other: SystemFamily { self == .iOS ? .android : .iOS }
}
