/// The users of a recording of LSApp, and where the rows of each are.
struct UserIndex {
  /// The users in order of appearance.
  private(set) var users: [String] = []
  /// The rows of each user, by position in `users`.
  private(set) var sections: [[DelimitedRows.Section]] = []

  private var positions: [String: Int] = [:]
  private var last: (name: [UInt8], position: Int)?

  /// Reads a recording. O(bytes).
  init(_ bytes: [UInt8], name: String) throws(UserModelError) {
    var reader = RecordingReader(bytes, name: name, format: .lsapp)
    try reader.forEachRow { reader throws(UserModelError) in
      try reader.checkRow()
      note(reader.user, reader.section)
    }
    if users.isEmpty { throw RecordingReader.emptiness(of: name) }
  }

  /// Notes whose a row is.
  private mutating func note(_ name: ArraySlice<UInt8>, _ row: DelimitedRows.Section) {
    if let last, last.name.elementsEqual(name) {
      let section = sections[last.position].count - 1
      sections[last.position][section].bytes =
        sections[last.position][section].bytes.lowerBound..<row.bytes.upperBound
      return
    }
    let user = DelimitedRows.text(name)
    let position = positions[user] ?? users.count
    if position == users.count {
      users.append(user)
      sections.append([])
    }
    sections[position].append(row)
    positions[user] = position
    last = (Array(name), position)
  }
}
