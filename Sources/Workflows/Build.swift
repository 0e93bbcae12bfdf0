import CSystem
import Dispatch
import Experiments
import Foundation
import Lua
import Simulation

/// The program that makes the runs, as a store notes it.
public struct Build: Sendable {
  /// The version as the program prints it.
  public let version: String

  public init(version: String) {
    self.version = version
  }

  /// The identity that differs between any two builds that could give different figures: the
  /// version and what the executable is told by, for the version stays the same while its sources
  /// change.
  public var identity: String { "\(version) \(Build.executable)" }

  /// A name for people that differs as the identity does: the version and twelve digits.
  public var name: String { "\(version) \(Build.executable.prefix(12))" }

  /// Returns what a store notes of the programs that wrote to it.
  ///
  /// - Parameters:
  ///   - arguments: of the command line.
  public func provenance(command arguments: [String]) -> Provenance {
    Provenance(
      version: version, commit: Build.commit, toolchain: Build.toolchain, lua: LuaState.release,
      platform: Build.platform, command: arguments.map(shellQuoted).joined(separator: " "))
  }

  /// The linker's own digest of it. Where the linker gave it none, its bytes are read: some
  /// milliseconds, once a process.
  private static let executable =
    linkedIdentity ?? Bundle.main.executableURL.map { digest(of: $0) } ?? ""

  /// nil: the linker gave it none.
  static var linkedIdentity: String? {
    let words = sys_build_identity().words
    let all = [words.0, words.1, words.2, words.3]
    guard all.contains(where: { $0 != 0 }) else { return nil }
    return all.map { String($0, radix: 16) }.joined(separator: "-")
  }

  /// Returns the digest of a file's bytes, which are read in pieces; empty where it cannot be read.
  /// O(size).
  static func digest(of file: URL) -> String {
    var digest = ""
    guard let handle = try? FileHandle(forReadingFrom: file) else { return digest }
    defer { try? handle.close() }
    while let piece = try? handle.read(upToCount: 1 << 20), !piece.isEmpty {
      digest = Fingerprint(of: Array(digest.utf8) + piece).description
    }
    return digest
  }

  /// The compiler's version, by its standard library, which does not know of patches.
  private static var toolchain: String {
    let version = "\(_SwiftStdlibVersion.current)".split(separator: ".").prefix(2)
    return "Swift \(version.joined(separator: "."))"
  }

  private static var platform: String {
    #if arch(x86_64)
      let processor = "x86_64"
    #elseif arch(arm64)
      let processor = "arm64"
    #else
      let processor = "unknown processor"
    #endif
    return "\(ProcessInfo.processInfo.operatingSystemVersionString), \(processor)"
  }

  /// The commit of the checkout in whose `.build` the executable lies, with a `+` if files differ
  /// from it; empty for an executable that is elsewhere. Determined at run time, since the package
  /// manager does not build anew when only the commit has changed.
  private static let commit: String = {
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath(),
      let build = executable.pathComponents.lastIndex(of: ".build")
    else { return "" }
    let root = NSString.path(withComponents: Array(executable.pathComponents[..<build]))
    return git(
      ["describe", "--always", "--abbrev=12", "--exclude=*", "--dirty=+"], in: root) ?? ""
  }()

  /// Returns the output of git; nil when there is no git, or it refuses.
  private static func git(_ arguments: [String], in folder: String) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", folder] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    // Foundation's own way of waiting looks only 20 times a second.
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    ended.wait()
    guard process.terminationStatus == 0 else { return nil }
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
