import Simulation

/// The rows of a delimited file, one after the other and without a copy.
///
/// A quoted field may hold delimiters and doubled quotes, but no line end. Blank lines are passed
/// over; CR LF ends a line as LF does; spaces around fields do not belong to them.
struct DelimitedRows {
  /// A fault that makes a row unusable as a whole.
  enum Damage { case nul, quote }

  /// The file's name, for messages.
  let name: String
  let bytes: [UInt8]
  private let delimiter: UInt8
  private var position: Int
  /// Where the row begins.
  private var start = 0
  /// Where reading stops.
  private var end: Int
  /// The row's line, from 1.
  private(set) var line = 0
  /// The row's fields, without their quotes; at least one.
  private(set) var fields: [Range<Int>] = []
  private(set) var damage: Damage?

  /// The rows of a file, without the mark that UTF-8 files of some systems begin with.
  init(_ bytes: [UInt8], name: String, delimiter: UInt8) {
    self.name = name
    self.bytes = bytes
    self.delimiter = delimiter
    position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    end = bytes.count
  }

  /// Some rows that follow each other.
  struct Section: Sendable {
    /// The range from the first row's beginning to the last one's end.
    var bytes: Range<Int>
    /// The line of the first row.
    var firstLine: Int
  }

  /// The section of the row alone.
  var section: Section { Section(bytes: start..<position, firstLine: line) }

  /// Goes before the first row of a section, and not beyond its last.
  mutating func enter(_ section: Section) {
    position = section.bytes.lowerBound
    end = section.bytes.upperBound
    line = section.firstLine - 1
  }

  /// Whether the row is a last line without a line end, which a cut file has.
  var isUnfinished: Bool { position == bytes.count && bytes.last != .lineFeed }

  /// A field as a string, with what is not UTF-8 replaced.
  func text(_ field: Range<Int>) -> String { Self.text(bytes[field]) }

  /// A field's bytes as a string, with what is not UTF-8 replaced.
  static func text(_ field: ArraySlice<UInt8>) -> String {
    let text = String(decoding: field, as: UTF8.self)
    guard field.contains(.quote) else { return text }
    return text.split(separator: "\"\"", omittingEmptySubsequences: false).joined(separator: "\"")
  }

  /// Whether a field is a word in lower case, whatever the case of the field's ASCII letters.
  func isWord(_ field: Range<Int>, _ word: String) -> Bool {
    guard field.count == word.utf8.count else { return false }
    return word.utf8.elementsEqual(bytes[field].lazy.map { $0.asciiLowercase })
  }

  /// Goes to the next row that is not blank, and returns false after the last.
  mutating func next() -> Bool {
    while position < end {
      line += 1
      start = position
      damage = nil
      fields.removeAll(keepingCapacity: true)
      readRow()
      if fields.count > 1 || !fields[0].isEmpty || damage != nil { return true }
    }
    return false
  }

  /// Reads the fields of a row, and leaves the position after the line's end.
  private mutating func readRow() {
    var start = position
    var isQuoted = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte > .comma {
        position += 1
        continue
      }
      if byte == delimiter {
        if !isQuoted { appendField(start..<position) }
        position += 1
        start = position
        isQuoted = false
      } else if byte == .lineFeed {
        break
      } else if byte == .quote, !isQuoted, isBlank(start..<position) {
        readQuoted()
        isQuoted = true
      } else {
        if byte == 0 { damage = .nul }
        position += 1
      }
    }
    if !isQuoted { appendField(start..<position) }
    if position < bytes.count { position += 1 }
  }

  /// Reads a field from its opening quote past the closing one, between which and the field's end
  /// only spaces may be.
  private mutating func readQuoted() {
    position += 1
    let start = position
    var isOpen = true
    while isOpen, position < bytes.count, bytes[position] != .lineFeed {
      if bytes[position] == 0 { damage = .nul }
      if bytes[position] == .quote {
        if position + 1 < bytes.count, bytes[position + 1] == .quote {
          position += 1
        } else {
          isOpen = false
        }
      }
      position += 1
    }
    if isOpen { damage = damage ?? .quote }
    fields.append(start..<(isOpen ? position : position - 1))
    while position < bytes.count, bytes[position] != delimiter, bytes[position] != .lineFeed {
      if !isSpace(bytes[position]) { damage = damage ?? .quote }
      position += 1
    }
  }

  private mutating func appendField(_ range: Range<Int>) {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    fields.append(start..<end)
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    range.allSatisfy { isSpace(bytes[$0]) }
  }

  private func isSpace(_ byte: UInt8) -> Bool {
    byte == .space || byte == .carriageReturn || byte == .tab
  }
}

extension DelimitedRows {
  /// The row as a string.
  var rowText: String { text(fields[0].lowerBound..<fields[fields.count - 1].upperBound) }

  /// Whether the row may be one of data, whose first field is a time, and no header.
  var mayBeData: Bool {
    fields[0].first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[$0]) } ?? true
  }

  /// Returns the position of a column in a header, by the first of its titles that is there.
  ///
  /// - Parameters:
  ///   - advice: what to do where one is missing.
  func column(_ titles: String..., advice: String) throws(UserModelError) -> Int {
    let header = fields.map { text($0) }
    for title in titles {
      if let index = header.firstIndex(of: title) { return index }
    }
    throw error("the header lacks a column", titles[0], advice)
  }

  /// The error that something is wrong with a value of the row.
  func error(_ what: String, _ value: String, _ advice: String) -> UserModelError {
    UserModelError("\(name):\(line): \(what) (\(quoted(value))); \(advice)")
  }

  /// The error of a file without a row.
  var emptyFile: UserModelError {
    UserModelError("\(name): the file is empty (\(bytes.count) bytes); give another")
  }
}

extension UInt8 {
  static let tab = UInt8(ascii: "\t")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
  static let space = UInt8(ascii: " ")
  static let quote = UInt8(ascii: "\"")
  static let comma = UInt8(ascii: ",")

  fileprivate var asciiLowercase: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
