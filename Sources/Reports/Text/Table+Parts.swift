import Simulation

extension Table {
  /// Returns the lines of the table, in parts where it is too wide even with short names.
  func fittingLines(_ style: TextStyle) -> [String] {
    let isFitting = lines(TextStyle(width: style.width)).allSatisfy {
      displayWidth($0) <= style.width
    }
    return isFitting ? lines(style) : parts(within: style.width).flatMap { $0.lines(style) }
  }

  /// Returns the table in as many parts as it needs to fit, each with the names and about as many
  /// of the other columns. O(cells · parts).
  func parts(within limit: Int) -> [Table] {
    let widths = columns.indices.map { column in
      let isAlone =
        column == columns.count - 1 || columns[column].group != columns[column + 1].group
      let least = isAlone ? displayWidth(columns[column].group) : 0
      return (rows + footer).reduce(max(least, displayWidth(columns[column].heading))) {
        max($0, displayWidth($1[column].text))
      } + 2
    }
    let most = max(1, limit - min(widths[0] - 2, limit / 3))
    let count = Table.runs(of: widths, within: most).count
    // This is the narrowest limit that needs no more parts.
    var room = max(1, widths.dropFirst().reduce(0, +) / max(1, count))
    while room < most, Table.runs(of: widths, within: room).count > count { room += 1 }
    return Table.runs(of: widths, within: room).map { chosen in
      let chosen = [0] + chosen
      var part = Table(columns: chosen.map { columns[$0] })
      part.rows = rows.map { row in chosen.map { row[$0] } }
      part.keepsNames = keepsNames
      part.footer = footer.map { row in chosen.map { row[$0] } }
      return part
    }
  }

  /// Returns runs of neighbouring columns, without the first column, that each fit or are a single
  /// one.
  private static func runs(of widths: [Int], within limit: Int) -> [[Int]] {
    var runs: [[Int]] = []
    var room = 0
    for place in widths.indices.dropFirst() {
      if runs.isEmpty || widths[place] > room {
        runs.append([])
        room = limit
      }
      runs[runs.count - 1].append(place)
      room -= widths[place]
    }
    return runs
  }
}
