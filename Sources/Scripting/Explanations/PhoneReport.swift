import Simulation

/// A report that a phone has written of an app's end: a crash report, as JSON (.ips) or as text
/// (.crash), a report of jetsam or of a limit, a payload of MetricKit, or lines of its log.
public struct PhoneReport: Sendable, Equatable {
  /// Something that it says of an end.
  public struct Sign: Sendable, Equatable {
    /// What it says, for people: the beginning of it, where it is long.
    public let words: String
    /// What `Explanation.about` looks at, where that is more.
    public let text: String

    init(_ words: String, text: String? = nil) {
      self.words = cut(String(words.prefix(301)), to: 300)
      self.text = String((text ?? words).prefix(20_000))
    }
  }

  /// Why a file is no report that can be used, in words.
  public struct Problem: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// What it is: "a crash report".
  public let kind: String
  public internal(set) var app: String?
  /// The system as the report names it: "iPhone OS 17.2 (21C62)".
  public internal(set) var system: String?
  public internal(set) var signs: [Sign] = []
  /// Whether it has no threads, as a text that is cut short, or a part that somebody has copied.
  public internal(set) var isPart = false

  /// The largest file that is read, in bytes: no report is nearly as large.
  public static let sizeLimit = 64 << 20

  static let space: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]

  /// The major version of the system.
  public var version: Int? {
    system.flatMap { $0.split { !$0.isNumber }.first }.flatMap { Int($0) }
  }

  /// Whether the system ended the app by a signal that no app can catch.
  public var isKilled: Bool {
    signs.contains { $0.words.contains("SIGKILL") || $0.words.contains("Killed: 9") }
  }

  init(_ kind: String, app: String? = nil, system: String? = nil, signs: [Sign]) {
    self.kind = kind
    self.app = app
    self.system = system
    self.signs = signs
  }

  /// Reads a report: UTF-8, or UTF-16 with its mark. O(bytes).
  public init(parsing bytes: [UInt8]) throws(Problem) {
    guard bytes.count <= PhoneReport.sizeLimit else {
      throw Problem(
        "it has more than 64 MB, which no report of a phone has; of a log take the minutes around "
          + "the app's end")
    }
    let text = PhoneReport.utf8(bytes)
    let body = text.drop { PhoneReport.space.contains($0) }
    guard !body.isEmpty else { throw Problem("it is empty") }
    guard !body.prefix(4_096).contains(0) else {
      throw Problem(
        "it is no text; give a crash report (.ips, .crash), a payload of MetricKit as JSON, or lines "
          + "of a log, and unpack an archive first")
    }
    // Lines of a log may begin with a bracket too.
    let second = body.dropFirst().first { !PhoneReport.space.contains($0) }
    let isJSON =
      body.first == UInt8(ascii: "{")
      || body.first == UInt8(ascii: "[") && second == UInt8(ascii: "{")
    self = isJSON ? try PhoneReport(json: body) : try PhoneReport(text: body)
    guard let system, !["iphone", "ios", "ipad"].contains(where: system.lowercased().hasPrefix)
    else { return }
    throw Problem(
      "it is a report of another system (\(system.prefix(60))); dormouse knows those of iOS and "
        + "iPadOS")
  }

  /// Returns a text without the mark of its encoding, as UTF-8. O(bytes).
  private static func utf8(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return bytes.dropFirst(3) }
    let low: Int
    switch (bytes.first, bytes.dropFirst().first) {
    case (0xFF, 0xFE): low = 0
    case (0xFE, 0xFF): low = 1
    default: return bytes[...]
    }
    let units = stride(from: 2, to: bytes.count - 1, by: 2).map { index in
      UInt16(bytes[index + low]) | UInt16(bytes[index + 1 - low]) << 8
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)[...]
  }
}
