/// The origin of runs, by which they can be made again.
public struct Provenance: Hashable, Sendable {
  /// Dormouse's version.
  public var version: String
  /// The commit of Dormouse's sources; empty when unknown.
  public var commit: String
  /// The Swift compiler.
  public var toolchain: String
  /// The Lua library's version.
  public var lua: String
  /// The operating system and processor.
  public var platform: String
  /// The command as it was typed.
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
