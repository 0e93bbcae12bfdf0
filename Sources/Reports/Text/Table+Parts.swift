extension Table {
  /// The table, in parts where it is too wide even with short names.
  func fittingLines(_ style: TextStyle) -> [String] {
    let isFitting = lines(TextStyle(width: style.width)).allSatisfy {
      displayWidth($0) <= style.width
    }
    return isFitting ? lines(style) : parts(within: style.width).flatMap { $0.lines(style) }
  }

  /// The table in as many parts as it needs to fit, each with the names and some of the other
  /// columns. O(cells).
  func parts(within limit: Int) -> [Table] {
    let widths = columns.indices.map { column in
      (rows + footer).reduce(displayWidth(columns[column].heading)) {
        max($0, displayWidth($1[column].text))
      }
    }
    var parts: [[Int]] = []
    var room = 0
    for column in columns.indices.dropFirst() {
      if parts.isEmpty || widths[column] + 2 > room {
        parts.append([0])
        room = limit - min(widths[0], limit / 3)
      }
      parts[parts.count - 1].append(column)
      room -= widths[column] + 2
    }
    return parts.map { chosen in
      var part = Table(columns: chosen.map { columns[$0] })
      part.rows = rows.map { row in chosen.map { row[$0] } }
      part.footer = footer.map { row in chosen.map { row[$0] } }
      return part
    }
  }
}
