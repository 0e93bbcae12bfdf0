/// The name that was probably meant: the one with the fewest typing errors, if they are few.
///
/// Two errors, or one in three letters of a longer name; the first of equally near ones. Only the
/// first 64 characters count. O(n · m) in the lengths of the names.
///
/// - Parameters:
///   - most: no more errors than these, whatever the length.
public func nearest(to name: String, among known: [String], errors most: Int = .max) -> String? {
  let typed = Array(name.lowercased().prefix(64))
  var best: (name: String, errors: Int)?
  for candidate in known {
    let meant = Array(candidate.lowercased().prefix(64))
    let errors = typingErrors(from: typed, to: meant)
    guard errors <= min(most, max(2, meant.count / 3)), errors < meant.count else { continue }
    if errors < best?.errors ?? .max { best = (candidate, errors) }
  }
  return best?.name
}

/// Characters left out, put in, changed or swapped with their neighbour: the restricted distance of
/// Damerau (CACM 7(3), 1964). O(n · m).
private func typingErrors(from typed: [Character], to meant: [Character]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...meant.count)
  for (i, character) in typed.enumerated() {
    var row = [i + 1]
    for (j, wanted) in meant.enumerated() {
      var errors = min(last[j] + (character == wanted ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, character == meant[j - 1], typed[i - 1] == wanted {
        errors = min(errors, beforeLast[j - 1] + 1)
      }
      row.append(errors)
    }
    (beforeLast, last) = (last, row)
  }
  return last[meant.count]
}

/// A text from outside as messages show it: in quotes, on one line, at most 60 characters of it.
public func quoted(_ text: String) -> String {
  var shown = ""
  for scalar in text.unicodeScalars.prefix(60) {
    shown +=
      scalar.value < 0x20 || scalar.value == 0x7f ? scalar.escaped(asASCII: true) : "\(scalar)"
  }
  return text.unicodeScalars.count > 60 ? "\"\(shown)...\"" : "\"\(shown)\""
}
