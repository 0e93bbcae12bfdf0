/// What made runs, so that they can be made again.
public struct Provenance: Hashable, Sendable {
  /// Of Dormouse.
  public var version: String
  /// Of its sources; empty when unknown.
  public var commit: String
  /// The compiler.
  public var toolchain: String
  /// Of the Lua library.
  public var lua: String
  /// System and processor.
  public var platform: String
  /// As it was typed.
  public var command: String

  public init(
    version: String, commit: String, toolchain: String, lua: String, platform: String,
    command: String
  ) {
    self.version = version
    self.commit = commit
    self.toolchain = toolchain
    self.lua = lua
    self.platform = platform
    self.command = command
  }
}
