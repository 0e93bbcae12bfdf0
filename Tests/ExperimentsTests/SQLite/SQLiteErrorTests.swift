import Testing

@testable import Experiments

@Suite("What SQLite could not do")
struct SQLiteErrorTests {
  /// By the numbers of sqlite3.h; the upper bytes of an extended code tell more of the same.
  @Test(
    "is told apart by its code, and its message says what to do",
    arguments: [
      (13, SQLiteError.Kind.full, "the disk is full; make room and run again"),
      (5, .busy, "another program holds it (database is locked); close that and run again"),
      (5 | 1 << 8, .busy, "another program holds it ("),
      (6, .busy, "another program holds it ("), (15, .busy, "another program holds it ("),
      (11, .damaged, "it is damaged (database disk image is malformed); use a copy"),
      (26, .notADatabase, "it is damaged (file is not a database); use a copy"),
      (8, .readOnly, "it cannot be opened or written (attempt to write a readonly database); "),
      (3, .readOnly, "it cannot be opened or written ("),
      (14, .cannotOpen, "it cannot be opened or written (unable to open database file); "),
      (10, .other, "it cannot be read or written (disk I/O error); all finished runs are kept"),
    ])
  func kinds(code: Int32, kind: SQLiteError.Kind, words: String) {
    let error = unsafe SQLiteError(code: code, on: nil)
    #expect(error.kind == kind)
    let told = StoreError(error, at: "x.db")
    #expect(told.description.hasPrefix("x.db: \(words)"), "\(told)")
    // What is no fault of the file's is one of the moment: the same may work later.
    switch told {
    case .failed: #expect([.full, .busy, .other].contains(kind))
    case .unusable: #expect(![.full, .busy, .other].contains(kind))
    }
  }

  @Test("what fails in the middle takes back what came before it, and the next goes on")
  func rollback() throws {
    let folder = try StoreFolder()
    let connection = try Connection(folder.file("t.db"), .create)
    try connection.execute("CREATE TABLE t (x INTEGER NOT NULL) STRICT")
    let insert = try connection.prepare("INSERT INTO t VALUES (?)")
    let error = #expect(throws: SQLiteError.self) {
      try connection.transaction { () throws(SQLiteError) in
        try insert.run(1)
        try insert.run(Int?.none)
      }
    }
    #expect(error?.description == "NOT NULL constraint failed: t.x")
    #expect(try connection.integer("SELECT count(*) FROM t") == 0)
    try connection.transaction { () throws(SQLiteError) in try insert.run(2) }
    #expect(try connection.rows("SELECT x FROM t") { $0.integer(0) } == [2])
  }

  @Test("null is told from nothing, and what SQLite finds is reported in one line")
  func values() throws {
    let folder = try StoreFolder()
    let connection = try Connection(folder.file("t.db"), .create)
    try connection.execute("CREATE TABLE t (a, b, c, d)")
    try connection.prepare("INSERT INTO t VALUES (?, ?, ?, ?)").run(1, 1.0, "1", String?.none)
    try connection.prepare("SELECT a, b, c, d FROM t").run { row in
      #expect(row.optionalInteger(0) == 1 && row.optionalReal(1) == 1)
      #expect(row.optionalText(2) == "1" && row.optionalText(3) == nil)
      #expect(row.optionalInteger(3) == nil && row.optionalReal(3) == nil && row.text(3) == "")
    }
    #expect(try connection.prepare("SELECT a FROM t WHERE a = ?").integer(2) == nil)
    let verdict = "*** in database main ***\nTree 5 page 5: btreeInitPage() returns error code 11"
    #expect(
      SQLiteError.damaged(byVerdict: verdict + "\nrow 3 missing from index a").description
        == "Tree 5 page 5: btreeInitPage() returns error code 11; row 3 missing from index a")
  }
}
