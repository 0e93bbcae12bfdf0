import Simulation

/// A table of cells under headings of two levels; names to the left, numbers to the right.
struct Table {
  struct Column {
    /// The heading that neighbours of the same group share; empty: none.
    var group = ""
    var heading: String
    /// Whether the cells stand to the left, like names; a last column of this kind is cut where it
    /// is too wide.
    var isText = false
  }
  struct Cell {
    var text: String
    var ink = Ink.plain
  }

  private static let leastNameWidth = 8
  /// Where a last column of text is cut, names are shortened to this before.
  private static let nameWidthBesideText = 24

  /// The columns: the first holds names, all others numbers.
  let columns: [Column]
  /// The rows, each with as many cells as there are columns.
  var rows: [[Cell]] = []
  /// The rows after a rule: sums.
  var footer: [[Cell]] = []
  /// Whether names are shown as they are, since other tables have them too; parts make the room.
  var keepsNames = false

  /// Returns the lines of the table. Names that are too wide are shortened so that no two become
  /// alike; a heading of theirs that is too wide stands on lines of its own.
  func lines(_ style: TextStyle) -> [String] {
    let groups = groupRanges
    var columns = columns
    var widths = widths(groups, within: style.width)
    var lines: [String] = []
    if displayWidth(columns[0].heading) > widths[0] {
      lines += wrapped(columns[0].heading, to: style.width).map { style.paint($0, .strong) }
      columns[0].heading = ""
      widths = Table(columns: columns, rows: rows, footer: footer, keepsNames: keepsNames)
        .widths(groups, within: style.width)
    }
    let names = shortened((rows + footer).map { $0[0].text }, to: widths[0])
    if columns.contains(where: { !$0.group.isEmpty }) {
      lines.append(groupLine(groups, widths, style))
    }
    lines.append(line(columns.map { Cell(text: $0.heading, ink: .strong) }, widths, style))
    lines += zip(rows, names).map { line(named($0, $1), widths, style) }
    if !footer.isEmpty {
      let total = columns.indices.reduce(0) { $0 + gap(before: $1) + widths[$1] }
      lines.append(style.paint(String(repeating: "-", count: total), .faint))
      lines += zip(footer, names.dropFirst(rows.count)).map { line(named($0, $1), widths, style) }
    }
    return lines
  }

  /// The least width of names when there is no room for more.
  private var leastNameWidth: Int {
    guard keepsNames else { return Table.leastNameWidth }
    return (rows + footer).reduce(Table.leastNameWidth) { max($0, displayWidth($1[0].text)) }
  }

  /// Returns how wide names may be in so many columns.
  func nameRoom(within limit: Int) -> Int {
    let groups = groupRanges
    let widths = widths(groups, within: limit)
    let others = columns.indices.dropFirst().reduce(0) { $0 + gap(before: $1) + widths[$1] }
    return max(Table.leastNameWidth, limit - others)
  }

  private func named(_ row: [Cell], _ name: String) -> [Cell] {
    [Cell(text: name, ink: row[0].ink)] + row.dropFirst()
  }

  /// The ranges of columns that share a heading above theirs.
  private var groupRanges: [Range<Int>] {
    var ranges: [Range<Int>] = []
    for index in columns.indices {
      if let last = ranges.last, !columns[index].group.isEmpty,
        columns[last.lowerBound].group == columns[index].group
      {
        ranges[ranges.count - 1] = last.lowerBound..<index + 1
      } else {
        ranges.append(index..<index + 1)
      }
    }
    return ranges
  }

  private func gap(before index: Int) -> Int {
    guard index > 0 else { return 0 }
    return columns[index].group.isEmpty || columns[index].group != columns[index - 1].group ? 2 : 1
  }

  /// Returns the widths: each column is as wide as its widest cell, the first of a group wider if
  /// the group's heading is; names give way.
  private func widths(_ groups: [Range<Int>], within limit: Int) -> [Int] {
    var widths = columns.map { displayWidth($0.heading) }
    for row in rows + footer {
      for (index, cell) in row.enumerated() {
        widths[index] = max(widths[index], displayWidth(cell.text))
      }
    }
    for group in groups {
      let room = group.dropFirst().reduce(widths[group.lowerBound]) {
        $0 + gap(before: $1) + widths[$1]
      }
      widths[group.lowerBound] += max(0, displayWidth(columns[group.lowerBound].group) - room)
    }
    let numbers = columns.indices.dropFirst().reduce(0) { sum, index in
      sum + gap(before: index)
        + (columns[index].isText ? Table.leastNameWidth : widths[index])
    }
    let spare = limit - numbers
    if let last = columns.indices.dropFirst().last, columns[last].isText, !keepsNames {
      let rest = spare + Table.leastNameWidth - widths[last]
      widths[0] = min(widths[0], max(rest, min(spare, Table.nameWidthBesideText)))
    }
    widths[0] = min(widths[0], max(leastNameWidth, spare))
    if let last = columns.indices.last, columns[last].isText {
      let others = widths[0] + numbers - Table.leastNameWidth
      widths[last] = min(widths[last], max(Table.leastNameWidth, limit - others))
    }
    return widths
  }

  /// Returns the line of the groups' headings, each in the middle of its columns between dashes.
  private func groupLine(_ groups: [Range<Int>], _ widths: [Int], _ style: TextStyle) -> String {
    var text = ""
    for group in groups {
      let room = group.dropFirst().reduce(widths[group.lowerBound]) {
        $0 + gap(before: $1) + widths[$1]
      }
      let heading = columns[group.lowerBound].group
      text += String(repeating: " ", count: gap(before: group.lowerBound))
      text += heading.isEmpty ? filled("", to: room) : centered(heading, in: room)
    }
    return style.paint(withoutTrailingSpaces(text), .faint)
  }

  private func centered(_ heading: String, in room: Int) -> String {
    let spare = room - displayWidth(heading)
    guard spare >= 4 else { return padded(heading, to: room) }
    let left = (spare - 2) / 2
    let right = spare - 2 - left
    let dashes = { (count: Int) in String(repeating: "-", count: count) }
    return "\(dashes(left)) \(heading) \(dashes(right))"
  }

  private func line(_ cells: [Cell], _ widths: [Int], _ style: TextStyle) -> String {
    var text = ""
    for (index, cell) in cells.enumerated() {
      text += String(repeating: " ", count: gap(before: index))
      let isLeft = index == 0 || columns[index].isText
      let shown = isLeft ? cut(cell.text, to: widths[index]) : cell.text
      let padding = String(repeating: " ", count: max(0, widths[index] - displayWidth(shown)))
      let body = withoutTrailingSpaces(shown)
      let painted =
        style.paint(body, cell.ink)
        + String(repeating: " ", count: displayWidth(shown) - displayWidth(body))
      text += isLeft ? painted + padding : padding + painted
    }
    return withoutTrailingSpaces(text)
  }
}
