/// Returns a string that others chose, safe to show: control characters, which would move the
/// terminal's cursor, are escaped.
public func printable(_ text: String) -> String {
  if isASCII(text, within: 0x20...0x7E) { return text }
  guard text.unicodeScalars.contains(where: isControl) else { return text }
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n": result += "\\n"
    case "\t": result += "\\t"
    case _ where isControl(scalar): result += "\\x" + padded(hex(scalar), to: 2, with: "0")
    default: result.unicodeScalars.append(scalar)
    }
  }
  return result
}

/// Returns whether each byte of a string lies within bounds. O(n).
private func isASCII(_ text: String, within bounds: ClosedRange<UInt8>) -> Bool {
  let bytes = text.utf8.span
  for index in bytes.indices where !bounds.contains(bytes[index]) { return false }
  return true
}

private func isControl(_ scalar: Unicode.Scalar) -> Bool {
  scalar.properties.generalCategory == .control
}

private func hex(_ scalar: Unicode.Scalar) -> String { String(scalar.value, radix: 16) }

/// Returns the columns that a string takes on a terminal: two for each wide character of East Asia
/// and each emoji (Unicode TR 11, the ranges that matter), one for every other.
package func displayWidth(_ text: String) -> Int {
  if isASCII(text, within: 0...0x7F) { return text.utf8.count }
  return text.reduce(0) { $0 + (isWide($1) ? 2 : 1) }
}

private func isWide(_ character: Character) -> Bool {
  guard let first = character.unicodeScalars.first else { return false }
  if first.properties.isEmojiPresentation { return true }
  switch first.value {
  case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
    return true
  default: return false
  }
}

/// Returns a string with its middle left out where it is wider than it may be: names often differ
/// in their ends.
package func shortened(_ text: String, to width: Int) -> String {
  shortened(text, to: width, head: (width - 1) / 2)
}

/// Returns strings that are each shortened, and no more alike than they were.
///
/// What is left out moves towards the beginning or the end until all differ; if none of that helps,
/// those that are alike get numbers. O(texts · width²).
package func shortened(_ texts: [String], to width: Int) -> [String] {
  let count = Set(texts).count
  let middle = (width - 1) / 2
  let heads = [middle] + (1...max(1, middle)).flatMap { [middle - $0, middle + $0] }
  for head in heads where (0...max(0, width - 2)).contains(head) {
    let short = texts.map { shortened($0, to: width, head: head) }
    if Set(short).count == count { return short }
  }
  var numbers: [String: Int] = [:]
  let balanced = texts.map { shortened($0, to: width) }
  return zip(texts, balanced).map { text, short in
    guard zip(texts, balanced).contains(where: { $0 != text && $1 == short }) else { return short }
    let number = numbers[text] ?? numbers.count + 1
    numbers[text] = number
    return cut(text, to: max(1, width - "\(number)".count)) + "\(number)"
  }
}

/// Returns a shortened string.
///
/// - Parameters:
///   - head: so many columns of its beginning are kept, and of its end what there is room for.
private func shortened(_ text: String, to width: Int, head columns: Int) -> String {
  guard displayWidth(text) > width else { return text }
  let head = String(beginning(of: text[...], within: columns))
  var tail = ""
  var room = width - 2 - displayWidth(head)
  for character in text.reversed() {
    room -= isWide(character) ? 2 : 1
    guard room >= 0 else { break }
    tail.insert(character, at: tail.startIndex)
  }
  return head + ".." + tail
}

/// Returns the beginning of a string that is wider than it may be.
package func cut(_ text: String, to width: Int) -> String {
  guard displayWidth(text) > width else { return text }
  return beginning(of: text[...], within: max(1, width - 2)) + ".."
}

/// Returns a string with a filling before it up to a width.
package func padded(_ text: String, to width: Int, with filling: String = " ") -> String {
  String(repeating: filling, count: max(0, width - displayWidth(text))) + text
}

/// Returns a string with spaces after it up to a width.
package func filled(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - displayWidth(text)))
}

/// Returns a string in lines of at most so many columns, broken at spaces where there are any.
/// O(n).
public func wrapped(_ text: String, to width: Int) -> [String] {
  var lines: [String] = []
  var line = ""
  var columns = 0
  for word in text.split(separator: " ", omittingEmptySubsequences: true) {
    var wordColumns = displayWidth(String(word))
    if !line.isEmpty, columns + 1 + wordColumns > width {
      lines.append(line)
      line = ""
      columns = 0
    }
    var rest = word
    while wordColumns > width {
      let head = beginning(of: rest, within: width)
      lines.append(String(head))
      wordColumns -= displayWidth(String(head))
      rest = rest[head.endIndex...]
    }
    line += line.isEmpty ? String(rest) : " " + rest
    columns += wordColumns + (columns == 0 ? 0 : 1)
  }
  if !line.isEmpty { lines.append(line) }
  return lines
}

/// Returns a string in lines of at most so many columns, the first of them with a head; the others
/// are indented as far as the head is wide, or by `indent`. O(n).
public func wrapped(
  _ text: String, to width: Int, after head: String, indent: Int? = nil
) -> [String] {
  let rest = String(repeating: " ", count: indent ?? displayWidth(head))
  return wrapped(text, to: width - rest.count).enumerated().map { ($0 == 0 ? head : rest) + $1 }
}

/// Returns as many characters from the beginning as fit, but at least one.
private func beginning(of text: Substring, within width: Int) -> Substring {
  var columns = 0
  var end = text.startIndex
  while end < text.endIndex {
    columns += isWide(text[end]) ? 2 : 1
    guard columns <= width || end == text.startIndex else { break }
    end = text.index(after: end)
  }
  return text[..<end]
}

/// Returns the text without the spaces at its end. O(n).
package func withoutTrailingSpaces(_ text: some StringProtocol) -> String {
  String(text.reversed().drop { $0 == " " }.reversed())
}

/// Returns the text without the white space at its beginning and its end. O(n).
package func trimmed(_ text: some StringProtocol) -> String {
  String(text.drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
}
