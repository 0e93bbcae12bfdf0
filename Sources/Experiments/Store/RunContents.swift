import Device

/// All that a store keeps of the results of one run, name by name, so that what is stored can be
/// compared with what a run comes to now. The fingerprint stands apart; how long the run and its
/// decisions took on some machine is no result, and is left out.
public struct RunContents: Equatable, Sendable {
  public enum Value: Equatable, Sendable {
    case number(Double)
    case text(String)
  }

  /// A part that differs; nil where one of the two does not have it.
  public struct Change: Equatable, Sendable {
    public let name: String
    public let stored: Value?
    public let now: Value?

    public init(name: String, stored: Value?, now: Value?) {
      self.name = name
      self.stored = stored
      self.now = now
    }
  }

  private var names: [String] = []
  /// Looked up only.
  private var values: [String: Value] = [:]

  fileprivate init() {}

  fileprivate mutating func add(_ name: String, _ value: Value?) {
    guard let value else { return }
    // What stands there twice is no result of any run, and must not hide behind the first.
    let isNew = values[name] == nil
    let name = isNew ? name : name + " (twice)"
    names.append(name)
    values[name] = value
  }

  fileprivate mutating func add(_ name: String, number: Double?) {
    // SQLite keeps -0 as 0, and what is not a number as null.
    add(name, number.flatMap { $0.isNaN ? nil : .number($0 + 0) })
  }

  fileprivate mutating func add(_ name: String, number: Int?) {
    add(name, number: number.map(Double.init))
  }

  fileprivate mutating func add(_ name: String, text: String?) {
    add(name, text.map(Value.text))
  }

  /// Returns what differs from the contents that a store has, in the order of these contents; what
  /// only the store has comes last. O(parts).
  public func changes(from stored: RunContents) -> [Change] {
    (names + stored.names.filter { values[$0] == nil }).compactMap { name in
      let (before, now) = (stored.values[name], values[name])
      return before == now ? nil : Change(name: name, stored: before, now: now)
    }
  }
}

/// The names of parts, the same for both sources.
extension RunContents {
  fileprivate mutating func add(
    events: Int?, seconds: Double?, decisions: Int?, fault: String?, checkpoints: String?
  ) {
    add("events", number: events)
    add("virtual seconds", number: seconds)
    add("decisions", number: decisions)
    add("policy's fault", text: fault)
    add("checkpoints", text: checkpoints)
  }

  fileprivate mutating func add(group app: StoredApp) {
    add("group of \(app.name)", text: app.group.isEmpty ? nil : app.group)
  }

  fileprivate mutating func add(_ metric: String, of app: StoredApp, _ value: Double?) {
    add("\(metric) of \(app.name)", number: value)
  }

  fileprivate mutating func add(exits reason: String, of app: StoredApp, _ count: Int) {
    add("exits of \(app.name), \(reason)", number: count)
  }

  fileprivate mutating func add(
    finding ordinal: Int, of app: StoredApp, _ rule: String, _ file: String?, _ line: Int?,
    _ message: String, firstAt: Int, _ count: Int
  ) {
    let place = file.map { " at \($0):\(line.map { "\($0)" } ?? "?")" } ?? ""
    add(
      "finding \(ordinal + 1) of \(app.name)",
      text: "\(count) x \(rule)\(place), first at \(Double(firstAt) / 1e9) s: \(message)")
  }
}

extension RunContents {
  /// Takes what a store would keep of a run. O(metrics · apps).
  public init(_ run: PreparedRun) {
    switch run.outcome {
    case .failed(let message): self.init(status: "failed", message)
    case .stalled(let message): self.init(status: "stalled", message)
    case .noRoom(let message): self.init(status: "no room", message)
    case .done(let figures): self.init(figures)
    }
  }

  private init(status: String, _ message: String?) {
    add("status", text: status)
    add("message", text: message)
  }

  private init(_ figures: PreparedRun.Figures) {
    self.init(status: "done", nil)
    add(
      events: figures.events, seconds: figures.virtualSeconds, decisions: figures.decisions,
      fault: figures.policyFault, checkpoints: figures.checkpoints)
    for (index, place) in figures.ofRun.places.enumerated() {
      add(Metrics.all[place].name, number: figures.ofRun.values[index])
    }
    let places = figures.ofApps.places
    for (row, app) in figures.apps.enumerated() {
      add(group: app)
      for (index, place) in places.enumerated() {
        add(Metrics.ofApps[place].name, of: app, figures.ofApps.values[row * places.count + index])
      }
    }
    for exit in figures.exits { add(exits: exit.reason, of: figures.apps[exit.app], exit.count) }
    for (ordinal, finding) in figures.findings.enumerated() {
      add(
        finding: ordinal, of: figures.apps[Int(finding.app.index)], finding.rule.rawValue,
        finding.location?.file, finding.location?.line, finding.message,
        firstAt: Int(finding.firstAt.nanoseconds), finding.count)
    }
  }
}

extension Store {
  /// Returns all that is kept of a run's results. O(metrics · apps).
  public func contents(ofRun number: Int) throws(StoreError) -> RunContents {
    try attempt { () throws(SQLiteError) in
      var contents = RunContents()
      try connection.prepare(
        """
        SELECT status, message, events, virtual_seconds, decision_calls, policy_fault,
          checkpoints
        FROM runs WHERE id = ?
        """
      ).run(number) { row in
        contents.add("status", text: row.text(0))
        contents.add("message", text: row.optionalText(1))
        contents.add(
          events: row.optionalInteger(2), seconds: row.optionalReal(3),
          decisions: row.optionalInteger(4), fault: row.optionalText(5),
          checkpoints: row.optionalText(6))
      }
      let names = try metricNames()
      let columns = try FigureTable.runs.columns(connection)
      try connection.prepare(
        "SELECT \((["run"] + columns).map(sqlName).joined(separator: ", ")) FROM run_metrics "
          + "WHERE run = ?"
      ).run(number) { row in
        for (place, column) in columns.enumerated() {
          contents.add(names[column] ?? column, number: row.optionalReal(place + 1))
        }
      }
      try addApps(ofRun: number, names, to: &contents)
      try addExitsAndFindings(ofRun: number, to: &contents)
      return contents
    }
  }

  /// Returns what the store calls its metrics, by their columns; looked up only.
  private func metricNames() throws(SQLiteError) -> [String: String] {
    var names: [String: String] = [:]
    try connection.prepare("SELECT key, name FROM metrics").run { row in
      names[row.text(0)] = row.text(1)
    }
    return names
  }

  private func addApps(
    ofRun number: Int, _ names: [String: String], to contents: inout RunContents
  ) throws(SQLiteError) {
    let columns = try FigureTable.apps.columns(connection)
    let figures = columns.map { ", v.\(sqlName($0))" }.joined()
    try connection.prepare(
      """
      SELECT a.name, a.app_group\(figures)
      FROM (SELECT ? AS run) AS r JOIN app_metrics AS v ON \(FigureTable.isOfRun)
        LEFT JOIN apps AS a ON a.id = v.app
      ORDER BY v.id
      """
    ).run(number) { row in
      let app = StoredApp(name: row.optionalText(0) ?? "?", group: row.optionalText(1) ?? "?")
      contents.add(group: app)
      for (place, column) in columns.enumerated() {
        contents.add(names[column] ?? column, of: app, row.optionalReal(place + 2))
      }
    }
  }

  private func addExitsAndFindings(
    ofRun number: Int, to contents: inout RunContents
  ) throws(SQLiteError) {
    func app(_ row: borrowing Row) -> StoredApp {
      StoredApp(name: row.optionalText(0) ?? "?", group: "")
    }
    try connection.prepare(
      """
      SELECT a.name, e.reason, e.count FROM exits AS e LEFT JOIN apps AS a ON a.id = e.app
      WHERE e.run = ? ORDER BY a.name, e.reason
      """
    ).run(number) { row in
      contents.add(exits: row.text(1), of: app(row), row.integer(2))
    }
    try connection.prepare(
      """
      SELECT a.name, f.ordinal, f.rule, f.file, f.line, f.message, f.first_at_ns, f.count
      FROM findings AS f LEFT JOIN apps AS a ON a.id = f.app WHERE f.run = ? ORDER BY f.ordinal
      """
    ).run(number) { row in
      contents.add(
        finding: row.integer(1), of: app(row), row.text(2), row.optionalText(3),
        row.optionalInteger(4), row.text(5), firstAt: row.integer(6), row.integer(7))
    }
  }
}
