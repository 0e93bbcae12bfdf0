/// The scenario's apps by name, for user models that name them.
struct AppNames {
  private let names: [String]
  private let identifiers: [String: AppID]

  /// Where a name occurs twice, the first app has it.
  init(_ names: [String]) {
    self.names = names
    identifiers = Dictionary(
      names.enumerated().map { ($1, AppID($0)) }, uniquingKeysWith: { first, _ in first })
  }

  /// The app of a name, or an error at `place` that gives the nearest name the scenario has.
  func app(named name: String, at place: String) throws(UserModelError) -> AppID {
    if let app = identifiers[name] { return app }
    let advice = nearest(to: name).map { "did you mean \(quoted($0))?" } ?? "the scenario has none"
    throw UserModelError("\(place): no such app (\(quoted(name))); \(advice)")
  }

  /// The name with the fewest edits between; among equals the scenario's first.
  private func nearest(to name: String) -> String? {
    let wanted = Array(name.lowercased().prefix(64))
    return names.map { (name: $0, edits: edits(wanted, Array($0.lowercased().prefix(64)))) }
      .min { $0.edits < $1.edits }?.name
  }

  /// Levenshtein's distance, by rows. O(n m).
  private func edits(_ left: [Character], _ right: [Character]) -> Int {
    var row = Array(0...right.count)
    for (i, a) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in right.enumerated() {
        let replaced = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
      }
    }
    return row[right.count]
  }
}

/// A text from outside as messages show it: in quotes, on one line, at most 60 characters of it.
func quoted(_ text: String) -> String {
  var shown = ""
  for scalar in text.unicodeScalars.prefix(60) {
    shown +=
      scalar.value < 0x20 || scalar.value == 0x7f ? scalar.escaped(asASCII: true) : "\(scalar)"
  }
  return text.unicodeScalars.count > 60 ? "\"\(shown)...\"" : "\"\(shown)\""
}
