import Device

/// A table of figures: a row a subject, a column a metric, under the metric's key. A column comes
/// with the first run that has a value for it; what a run has no case of is null.
///
/// To write a row of thirty figures takes a twentieth of the time that thirty rows of one take, and
/// less than half of the time of a row that has eighty columns, most of them null.
struct FigureTable {
  let name: String
  /// The columns that say whose figures they are.
  let keys: [String]
  /// The keys of all metrics that this build knows.
  let figures: [String]

  static let runs = FigureTable(
    name: "run_metrics", keys: ["run"], figures: Metrics.all.map(\.key))

  static let apps = FigureTable(
    name: "app_metrics", keys: ["id", "run", "app"], figures: Metrics.ofApps.map(\.key))

  /// The number of places that a run has for its apps: `app_metrics.id` is so many times the run's
  /// number, and the app's place in the run.
  static let placesOfRun = 1 << 20

  /// SQL that makes both tables, without figures.
  static let tables = runs.definition([]) + apps.definition([])

  /// SQL that makes the views of both tables while they have no figures.
  static let views = viewsOf(runs: [], apps: [])

  /// Returns SQL of the views that have a row for each figure.
  private static func viewsOf(runs: [String], apps: [String]) -> String {
    """
    CREATE VIEW results AS
      SELECT * FROM (
        SELECT r.run, s.text AS setting, c.label AS policy, r.seed, m.name AS metric, m.unit,
          \(choice(of: runs.sorted()[...])) AS value
        FROM plan_runs AS r
          JOIN settings AS s ON s.id = r.setting
          JOIN policies AS c ON c.id = r.policy
          JOIN run_metrics AS v ON v.run = r.run
          CROSS JOIN metrics AS m)
      WHERE value IS NOT NULL;

    CREATE VIEW app_results AS
      SELECT * FROM (
        SELECT r.run, s.text AS setting, c.label AS policy, r.seed, a.name AS app,
          m.name AS metric, m.unit, \(choice(of: apps.sorted()[...])) AS value
        FROM plan_runs AS r
          JOIN settings AS s ON s.id = r.setting
          JOIN policies AS c ON c.id = r.policy
          JOIN app_metrics AS v ON \(isOfRun)
          JOIN apps AS a ON a.id = v.app
          CROSS JOIN metrics AS m)
      WHERE value IS NOT NULL;
    """
  }

  /// SQL of the condition that a row `v` of `app_metrics` is of the run `r.run`.
  static let isOfRun =
    "v.id BETWEEN r.run * \(placesOfRun) AND r.run * \(placesOfRun) + \(placesOfRun - 1)"

  /// Returns SQL of the figure of `v` that the metric `m` names, found by halves.
  private static func choice(of keys: ArraySlice<String>) -> String {
    guard keys.count > 4 else {
      let cases = keys.map { "WHEN '\($0)' THEN v.\(sqlName($0))" }
      return cases.isEmpty ? "NULL" : "CASE m.key \(cases.joined(separator: " ")) END"
    }
    let middle = keys.startIndex + keys.count / 2
    return "CASE WHEN m.key < '\(keys[middle])' THEN \(choice(of: keys[..<middle])) "
      + "ELSE \(choice(of: keys[middle...])) END"
  }

  /// Returns the columns of figures that the table has in a store, which may be one that is
  /// attached.
  func columns(
    _ connection: Connection, of schema: String = "main"
  ) throws(SQLiteError) -> [String] {
    var columns: [String] = []
    try connection.prepare("SELECT name FROM pragma_table_info(?, ?)").run(name, schema) { row in
      columns.append(row.text(0))
    }
    return columns.filter { !keys.contains($0) }
  }

  /// Returns SQL that makes the table. It is not strict: SQLite would look through all rows of a
  /// strict table to give it another column.
  private func definition(_ figures: [String]) -> String {
    let columns = figures.map { ", \(sqlName($0)) REAL" }.joined()
    return switch keys.count {
    case 1: "CREATE TABLE \(name) (run INTEGER PRIMARY KEY REFERENCES runs\(columns));\n"
    default:
      """
      CREATE TABLE \(name) (
        id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs,
        app INTEGER NOT NULL REFERENCES apps\(columns));

      """
    }
  }

  /// Gives the table columns for figures that it does not have yet. An empty table is made anew,
  /// since SQLite reads the whole schema again for each column that it adds.
  func add(_ figures: [String], _ connection: Connection) throws(SQLiteError) {
    if figures.isEmpty { return }
    try connection.execute("DROP VIEW main.results; DROP VIEW main.app_results")
    if try connection.integer("SELECT EXISTS (SELECT 1 FROM main.\(name))") == 0 {
      let columns = try columns(connection) + figures
      try connection.execute("DROP TABLE main.\(name)")
      try connection.execute(definition(columns))
    } else {
      for figure in figures {
        try connection.execute("ALTER TABLE main.\(name) ADD COLUMN \(sqlName(figure)) REAL")
      }
    }
    let runs = try FigureTable.runs.columns(connection)
    let apps = try FigureTable.apps.columns(connection)
    try connection.execute(FigureTable.viewsOf(runs: runs, apps: apps))
  }

  /// Returns SQL that reads the figure of a metric, by its name, in a row `v`; nil where the store
  /// has no such figure.
  func column(of metric: String, _ connection: Connection) throws(SQLiteError) -> String? {
    var key: String?
    try connection.prepare("SELECT key FROM metrics WHERE name = ?").run(metric) { row in
      key = row.text(0)
    }
    guard let key, try columns(connection).contains(key) else { return nil }
    return "v.\(sqlName(key))"
  }
}

/// Returns a name as SQL writes it.
func sqlName(_ name: String) -> String { "\"\(name)\"" }
