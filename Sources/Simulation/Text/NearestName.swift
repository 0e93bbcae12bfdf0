/// The name that was probably meant: the one with the fewest typing errors, if they are few.
///
/// Two errors, or one in three letters of a longer name; the first of equally near ones. Only the
/// first 64 letters (Unicode scalars) count. O(n · m) in the lengths of the names, but for those
/// whose lengths alone are too far apart.
///
/// - Parameters:
///   - most: no more errors than these, whatever the length.
public func nearest(to name: String, among known: [String], errors most: Int = .max) -> String? {
  let typed = letters(name)
  var best: (name: String, errors: Int)?
  for candidate in known {
    let meant = letters(candidate)
    let allowed = min(most, max(2, meant.count / 3), meant.count - 1)
    // As many as one is longer than the other are left out or put in.
    guard abs(typed.count - meant.count) <= allowed else { continue }
    let errors = typingErrors(from: typed, to: meant)
    if errors <= allowed, errors < best?.errors ?? .max { best = (candidate, errors) }
  }
  return best?.name
}

private func letters(_ name: String) -> [Unicode.Scalar] {
  Array(name.lowercased().unicodeScalars.prefix(64))
}

/// Letters left out, put in, changed or swapped with their neighbour: the restricted distance of
/// Damerau (CACM 7(3), 1964). O(n · m).
private func typingErrors(from typed: [Unicode.Scalar], to meant: [Unicode.Scalar]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...meant.count)
  for (i, letter) in typed.enumerated() {
    var row = [i + 1]
    row.reserveCapacity(meant.count + 1)
    for (j, wanted) in meant.enumerated() {
      var errors = min(last[j] + (letter == wanted ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, letter == meant[j - 1], typed[i - 1] == wanted {
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
