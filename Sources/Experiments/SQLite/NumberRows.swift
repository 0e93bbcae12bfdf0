/// A writer of rows of numbers that inserts many with one statement: that takes half as long as one
/// by one, since each statement finds its place in the table anew.
final class NumberRows {
  /// A whole number or a floating-point one.
  enum Number: SQLiteValue {
    case integer(Int)
    case real(Double)

    func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
      switch self {
      case .integer(let value): unsafe value.bind(to: statement, at: index)
      case .real(let value): unsafe value.bind(to: statement, at: index)
      }
    }
  }

  private let columns: Int
  /// The statements by the number of rows that each inserts, the most first.
  private let inserts: [(rows: Int, statement: Statement)]

  init(of table: String, columns: Int, _ connection: Connection) throws(SQLiteError) {
    self.columns = columns
    let row = "(" + Array(repeating: "?", count: columns).joined(separator: ", ") + ")"
    var inserts: [(rows: Int, statement: Statement)] = []
    for rows in [16, 4, 1] {
      let values = Array(repeating: row, count: rows).joined(separator: ", ")
      inserts.append((rows, try connection.prepare("INSERT INTO \(table) VALUES \(values)")))
    }
    self.inserts = inserts
  }

  /// Inserts the rows one after another, the columns of each in their order.
  func insert(_ numbers: [Number]) throws(SQLiteError) {
    precondition(numbers.count.isMultiple(of: columns), "NumberRows: the last row is not whole")
    var start = 0
    for (rows, statement) in inserts {
      let length = rows * columns
      while numbers.count - start >= length {
        try statement.run(numbers[start..<start + length])
        start += length
      }
    }
  }
}
