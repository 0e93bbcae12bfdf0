/// The users of a recording of LSApp, and where the rows of each are.
struct UserIndex {
  /// The users in order of appearance.
  private(set) var users: [String] = []
  /// The rows of each user, by position in `users`.
  private(set) var sections: [[DelimitedRows.Section]] = []
  /// The bytes before the first row.
  private(set) var head: [UInt8] = []

  private var positions: [String: Int] = [:]
  private var last: (name: [UInt8], position: Int)?
  /// The bytes that are in memory at a time, unless a line is longer.
  static let pieceSize = 1 << 20

  /// Reads a recording. O(bytes), and memory for a piece of them and the sections.
  mutating func read(
    _ source: any RecordingBytes, name: String, pieceSize: Int = pieceSize
  ) throws(UserModelError) {
    var (position, size) = (0, pieceSize)
    var line = 0
    while position < source.count || line == 0 {
      var piece = try source.bytes(in: position..<min(source.count, position + size))
      if position + piece.count < source.count {
        guard let end = piece.lastIndex(of: .lineFeed) else {
          size *= 2
          continue
        }
        piece.removeSubrange((end + 1)...)
      }
      var reader = RecordingReader(
        head + piece, name: name, format: .lsapp,
        sections: line == 0
          ? nil : [.init(bytes: head.count..<head.count + piece.count, firstLine: line + 1)])
      reader.rowsBefore = users.count
      let offset = position - head.count
      try reader.forEachRow { reader throws(UserModelError) in
        try reader.checkRow()
        note(reader.user, reader.section, offset: offset)
      }
      if line == 0 { head = reader.head }
      line = reader.lastLine
      (position, size) = (position + piece.count, pieceSize)
    }
    if users.isEmpty { throw RecordingReader.emptiness(of: name) }
  }

  /// Notes whose a row is.
  ///
  /// - Parameters:
  ///   - offset: the position in the recording less that in the reader's bytes.
  private mutating func note(
    _ name: ArraySlice<UInt8>, _ row: DelimitedRows.Section, offset: Int
  ) {
    let bytes = row.bytes.lowerBound + offset..<row.bytes.upperBound + offset
    if let last, last.name.elementsEqual(name) {
      let section = sections[last.position].count - 1
      sections[last.position][section].bytes =
        sections[last.position][section].bytes.lowerBound..<bytes.upperBound
      return
    }
    let user = DelimitedRows.text(name)
    let position = positions[user] ?? users.count
    if position == users.count {
      users.append(user)
      sections.append([])
    }
    sections[position].append(.init(bytes: bytes, firstLine: row.firstLine))
    positions[user] = position
    last = (Array(name), position)
  }
}
