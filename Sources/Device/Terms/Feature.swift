/// Something that not every version of the system has: a service declares its own, and what of it
/// came later.
public struct Feature: Sendable, Hashable {
  /// The feature's name in messages: "BGTaskScheduler".
  public let name: String
  /// The family whose versions may have it; no version of the other has.
  public let family: SystemFamily
  /// The major version that it came with.
  public let since: Int
  /// The last major version that has it; nil: it is there still.
  public let until: Int?

  public init(
    _ name: String, since: Int, until: Int? = nil, of family: SystemFamily = .iOS
  ) {
    self.name = name
    self.family = family
    self.since = since
    self.until = until
  }
}
