/// The name that was probably meant: the one with the fewest typing errors, if they are few.
///
/// Two errors, or one in three letters of a longer name; the first of equally near ones. Where there
/// is none, and any number of errors is allowed, the shortest name of which it is an abbreviation: it
/// has the same first three letters, and its others in their order. Only the first 64 letters (Unicode
/// scalars) count. O(n · m) in the lengths of the names, but for those whose lengths alone are too far
/// apart.
///
/// - Parameters:
///   - most: no more errors than these, whatever the length.
public func nearest(to name: String, among known: [String], errors most: Int = .max) -> String? {
  let typed = letters(name)
  var best: (name: String, errors: Int)?
  for candidate in known {
    let meant = letters(candidate)
    let allowed = min(most, max(2, meant.count / 3), meant.count - 1, (best?.errors ?? .max) - 1)
    // As many as one is longer than the other are left out or put in.
    guard abs(typed.count - meant.count) <= allowed else { continue }
    if let errors = typingErrors(from: typed, to: meant, atMost: allowed) {
      best = (candidate, errors)
    }
  }
  return best?.name ?? (most == .max ? abbreviated(typed, among: known) : nil)
}

/// The shortest name that an abbreviation stands for, as `minutes` for `mins`. O(n) in their lengths.
private func abbreviated(_ typed: [Unicode.Scalar], among known: [String]) -> String? {
  guard typed.count >= 3 else { return nil }
  var best: (name: String, length: Int)?
  for candidate in known {
    let meant = letters(candidate)
    guard meant.count < best?.length ?? .max, meant.starts(with: typed.prefix(3)) else { continue }
    var rest = typed[...]
    for letter in meant where letter == rest.first { rest.removeFirst() }
    if rest.isEmpty { best = (candidate, meant.count) }
  }
  return best?.name
}

private func letters(_ name: String) -> [Unicode.Scalar] {
  let bytes = name.utf8.span
  var letters: [Unicode.Scalar] = []
  letters.reserveCapacity(min(bytes.count, 64))
  for index in bytes.indices.prefix(64) {
    let byte = bytes[index]
    // Not ASCII: small letters may be more than the large ones were.
    guard byte < 0x80 else { return Array(name.lowercased().unicodeScalars.prefix(64)) }
    let isLarge = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
    letters.append(Unicode.Scalar(isLarge ? byte | 0x20 : byte))
  }
  return letters
}

/// Letters left out, put in, changed or swapped with their neighbour: the restricted distance of
/// Damerau (CACM 7(3), 1964); nil when there are more than so many. O(n · m).
private func typingErrors(
  from typed: [Unicode.Scalar], to meant: [Unicode.Scalar], atMost most: Int
) -> Int? {
  var last = Array(0...meant.count)
  var (beforeLast, row) = (last, last)
  var fewestInLast = 0
  for (i, letter) in typed.enumerated() {
    row[0] = i + 1
    var fewest = row[0]
    for (j, wanted) in meant.enumerated() {
      var errors = min(last[j] + (letter == wanted ? 0 : 1), last[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, letter == meant[j - 1], typed[i - 1] == wanted {
        errors = min(errors, beforeLast[j - 1] + 1)
      }
      row[j + 1] = errors
      fewest = min(fewest, errors)
    }
    // A swap reaches over one row, to what the last one had with an error less.
    if fewest > most, fewestInLast >= most { return nil }
    (beforeLast, last, row) = (last, row, beforeLast)
    fewestInLast = fewest
  }
  return last[meant.count] <= most ? last[meant.count] : nil
}

/// A text from outside as messages show it: in quotes, on one line, at most 60 characters of it.
public func quoted(_ text: String) -> String {
  if text.utf8.count <= 60, text.utf8.allSatisfy({ (0x20..<0x7F).contains($0) }) {
    return "\"" + text + "\""
  }
  var shown = ""
  for scalar in text.unicodeScalars.prefix(60) {
    shown +=
      scalar.value < 0x20 || scalar.value == 0x7f ? scalar.escaped(asASCII: true) : "\(scalar)"
  }
  return text.unicodeScalars.count > 60 ? "\"\(shown)...\"" : "\"\(shown)\""
}
