/// Something that not every version of the system has: a service declares its own, and what of it
/// came later.
public struct Feature: Sendable, Hashable {
  /// The feature's name in messages: "BGTaskScheduler".
  public let name: String
  /// The major version that it came with.
  public let since: Int
  /// The last major version that has it; nil: it is there still.
  public let until: Int?

  public init(_ name: String, since: Int, until: Int? = nil) {
    self.name = name
    self.since = since
    self.until = until
  }
}
