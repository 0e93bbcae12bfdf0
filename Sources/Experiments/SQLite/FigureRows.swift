/// A writer of the rows of a table of figures. It inserts many with one statement, since each
/// statement finds its place in the table anew.
final class FigureRows {
  private let table: FigureTable
  private let connection: Connection
  /// The places, among all figures, of those that have a column.
  private var places: [Int] = []
  private var hasColumn: [Bool] = []
  /// The places of the metrics that were inserted last, and where each column is among them; -1:
  /// nowhere.
  private var lastPlaces: [Int] = []
  private var sources: [Int] = []
  /// The statements by the number of rows that each inserts, the most first.
  private var inserts: [(rows: Int, statement: Statement)] = []

  init(of table: FigureTable, _ connection: Connection) throws(SQLiteError) {
    self.table = table
    self.connection = connection
    try readColumns()
  }

  /// Takes the columns that the table has; to be called when others were rolled back.
  func readColumns() throws(SQLiteError) {
    let known = Set(try table.columns(connection))
    hasColumn = table.figures.map { known.contains($0) }
    places = hasColumn.indices.filter { hasColumn[$0] }
    find([])
    let columns = table.keys + places.map { table.figures[$0] }
    let row = "(" + Array(repeating: "?", count: columns.count).joined(separator: ", ") + ")"
    let names = columns.map(sqlName).joined(separator: ", ")
    inserts = []
    for rows in table.keys.count == 1 ? [1] : [8, 4, 1] {
      let values = Array(repeating: row, count: rows).joined(separator: ", ")
      let insert = "INSERT INTO \(table.name) (\(names)) VALUES \(values)"
      inserts.append((rows, try connection.prepare(insert)))
    }
  }

  /// Gives the table columns for figures that have values now.
  func makeColumns(for values: some Sequence<FigureValues>) throws(SQLiteError) {
    var missing = Set<Int>()
    for value in values {
      for place in value.places where !hasColumn[place] { missing.insert(place) }
    }
    if missing.isEmpty { return }
    try table.add(missing.sorted().map { table.figures[$0] }, connection)
    try readColumns()
  }

  /// Inserts rows one after another: the keys of each in their order, and its figures.
  func insert(keys: [Int], _ figures: FigureValues) throws(SQLiteError) {
    if figures.places != lastPlaces { find(figures.places) }
    let (keysOfRow, figuresOfRow) = (table.keys.count, figures.places.count)
    let count = keys.count / keysOfRow
    precondition(
      keys.count == count * keysOfRow && figures.values.count == count * figuresOfRow,
      "FigureRows: the last row is not whole")
    var done = 0
    for (rows, statement) in inserts {
      while count - done >= rows {
        var index: Int32 = 0
        for row in done..<done + rows {
          for key in keys[row * keysOfRow..<(row + 1) * keysOfRow] {
            index += 1
            try statement.bind(key, at: index)
          }
          for source in sources {
            index += 1
            // SQLite takes what is not a number for null.
            let value = source < 0 ? Double.nan : figures.values[row * figuresOfRow + source]
            try statement.bind(value, at: index)
          }
        }
        try statement.runBound(index)
        done += rows
      }
    }
  }

  /// Finds for each column where the values of these metrics have its own.
  private func find(_ wanted: [Int]) {
    lastPlaces = wanted
    sources = places.map { wanted.firstIndex(of: $0) ?? -1 }
  }
}
