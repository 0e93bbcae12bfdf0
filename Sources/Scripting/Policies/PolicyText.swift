import Simulation

/// A policy as `--policy` and experiments write it: `name` or `file.lua`, and behind it what is
/// set, `{key=value,key=value}`.
struct PolicyText: Equatable {
  /// A policy's name, or the path of its file.
  var subject: String
  /// The text between the braces, as written; nil without braces.
  private var list: String?

  init(_ text: String) {
    // A file's name may have braces of its own.
    if text.hasSuffix("}"), !text.hasSuffix(".lua"),
      let brace = PolicyText.openingBrace(of: text)
    {
      subject = String(text[..<brace])
      list = String(text[text.index(after: brace)...].dropLast())
    } else {
      subject = text
    }
  }

  /// That of what is set behind a file's name, else the first.
  private static func openingBrace(of text: String) -> String.Index? {
    let extent = Array(".lua{")
    var index = text.startIndex
    while index < text.endIndex {
      if text[index...].starts(with: extent) { return text.index(index, offsetBy: 4) }
      index = text.index(after: index)
    }
    return text.firstIndex(of: "{")
  }

  /// It is a file of Lua, not a name.
  var isFile: Bool { subject.hasSuffix(".lua") }

  var text: String { subject + (list.map { "{\($0)}" } ?? "") }

  /// The settings by name. The text behind the first `=` is the value.
  var settings: [String: String] {
    get throws(ScriptError) {
      guard let list else { return [:] }
      guard let read = SettingList.read(list, endingNamesAt: .first) else {
        throw ScriptError(
          at: nil, "policy: not a policy's file (\(text)); write \(subject){name=value,name=value}")
      }
      var settings: [String: String] = [:]
      for (name, value) in read where settings.updateValue(value, forKey: name) != nil {
        throw ScriptError(at: nil, "policy \(subject): \(name) is set twice; set it once")
      }
      return settings
    }
  }

  /// Sets one more value behind those that are set.
  mutating func set(_ name: String, to text: String) {
    let value = "\(SettingList.written(name))=\(text)"
    list = (list ?? "").isEmpty ? value : "\(list ?? ""),\(value)"
  }
}
