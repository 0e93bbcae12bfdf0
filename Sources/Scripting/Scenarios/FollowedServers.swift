import Lua

/// Which of a scenario's servers an app is there to show, where its declaration does not say it.
///
/// Found by reading, not by running: so it is the same under every policy, also for an app that is
/// never served.
struct FollowedServers {
  let hosts: [String]
  /// The position of each host in the list; looked up only.
  private let positions: [String: Int]
  /// The hosts by the path of the script that was read.
  private var namedByScript: [String: [String]] = [:]

  init(among hosts: [String]) {
    self.hosts = hosts
    positions = Dictionary(
      hosts.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The hosts that an app's options name, else those that its script names, in the scenario's
  /// order. A host counts where it stands alone: "a.example" is no part of "data.example".
  mutating func named(
    by options: LuaValue, script path: String, files: any ScriptFiles
  ) -> [String] {
    var found = Set<Int>()
    note(options, in: &found)
    guard found.isEmpty else { return found.sorted().map { hosts[$0] } }
    if let known = namedByScript[path] { return known }
    // A script that cannot be read is reported where it is declared.
    if !path.isEmpty, let text = try? files.contents(of: path) { note(text, in: &found) }
    let named = found.sorted().map { hosts[$0] }
    namedByScript[path] = named
    return named
  }

  func contains(_ host: String) -> Bool { positions[host] != nil }

  private func note(_ value: LuaValue, in found: inout Set<Int>) {
    switch value {
    case .string(let text): note(text, in: &found)
    case .table(let entries): for entry in entries { note(entry.value, in: &found) }
    case .nil, .boolean, .integer, .number, .function: break
    }
  }

  private func note(_ text: [UInt8], in found: inout Set<Int>) {
    for word in text.split(whereSeparator: { !FollowedServers.isPartOfHost($0) }) {
      if let host = positions[String(decoding: word, as: UTF8.self)] { found.insert(host) }
    }
  }

  private static func isPartOfHost(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
