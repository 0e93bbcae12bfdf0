import Device

/// The numbers under which a store knows the settings of a scenario, policies, apps and metrics; a
/// new name gets a new number.
///
/// What has been looked up is remembered. It must be forgotten when a transaction was rolled back.
final class Names {
  private let connection: Connection
  private let scenario: String
  private let findSetting: Statement
  private let insertSetting: Statement
  private let insertValue: Statement
  private let findPolicy: Statement
  private let insertPolicy: Statement
  private let findApp: Statement
  private let insertApp: Statement
  /// The setting that was looked up last: a plan goes setting by setting, and may have very many.
  private var lastSetting: (setting: Setting, id: Int)?
  private var policies: [PolicyChoice: Int] = [:]
  private var apps: [StoredApp: Int] = [:]
  /// The apps of the run that was looked up last: those of the next are mostly the same.
  private var lastApps: (apps: [StoredApp], ids: [Int]) = ([], [])

  /// Writes the metrics' definitions as they are now.
  init(_ connection: Connection, scenario: String) throws(SQLiteError) {
    self.connection = connection
    self.scenario = scenario
    try Names.define(
      Metrics.all.map { [$0.name, $0.key, $0.unit.name, $0.better.rawValue, $0.definition] },
      connection)
    try Names.define(
      Metrics.ofApps.map { [$0.name, $0.key, $0.unit.name, $0.better.rawValue, $0.definition] },
      connection)
    findSetting = try connection.prepare("SELECT id FROM settings WHERE scenario = ? AND text = ?")
    insertSetting = try connection.prepare("INSERT INTO settings (scenario, text) VALUES (?, ?)")
    insertValue = try connection.prepare("INSERT INTO setting_values VALUES (?, ?, ?, ?, ?)")
    findPolicy = try connection.prepare("SELECT id FROM policies WHERE label = ? AND source = ?")
    insertPolicy = try connection.prepare("INSERT INTO policies (label, source) VALUES (?, ?)")
    findApp = try connection.prepare("SELECT id FROM apps WHERE name = ? AND app_group = ?")
    insertApp = try connection.prepare("INSERT INTO apps (name, app_group) VALUES (?, ?)")
  }

  /// Writes the metrics' definitions.
  ///
  /// - Parameters:
  ///   - rows: name, key, unit, better, definition.
  private static func define(_ rows: [[String]], _ connection: Connection) throws(SQLiteError) {
    let insert = try connection.prepare(
      """
      INSERT INTO metrics (name, key, unit, better, definition) VALUES (?, ?, ?, ?, ?)
      ON CONFLICT (name) DO UPDATE SET key = excluded.key, unit = excluded.unit,
        better = excluded.better, definition = excluded.definition
      """)
    for row in rows { try insert.run(row[0], row[1], row[2], row[3], row[4]) }
  }

  func id(of setting: Setting) throws(SQLiteError) -> Int {
    if let lastSetting, lastSetting.setting == setting { return lastSetting.id }
    let known = try findSetting.integer(scenario, setting.identity)
    let id = if let known { known } else { try insert(setting) }
    lastSetting = (setting, id)
    return id
  }

  private func insert(_ setting: Setting) throws(SQLiteError) -> Int {
    try insertSetting.run(scenario, setting.identity)
    let id = connection.lastRowID
    for (ordinal, value) in setting.values.enumerated() {
      try insertValue.run(id, ordinal, value.name, value.text, value.number)
    }
    return id
  }

  func id(of policy: PolicyChoice) throws(SQLiteError) -> Int {
    if let id = policies[policy] { return id }
    let known = try findPolicy.integer(policy.label, policy.source)
    if known == nil { try insertPolicy.run(policy.label, policy.source) }
    let id = known ?? connection.lastRowID
    policies[policy] = id
    return id
  }

  func ids(of apps: [StoredApp]) throws(SQLiteError) -> [Int] {
    if apps == lastApps.apps { return lastApps.ids }
    var ids: [Int] = []
    for app in apps { ids.append(try id(of: app)) }
    lastApps = (apps, ids)
    return ids
  }

  private func id(of app: StoredApp) throws(SQLiteError) -> Int {
    if let id = apps[app] { return id }
    let known = try findApp.integer(app.name, app.group)
    if known == nil { try insertApp.run(app.name, app.group) }
    let id = known ?? connection.lastRowID
    apps[app] = id
    return id
  }

  func forget() {
    lastSetting = nil
    policies = [:]
    apps = [:]
    lastApps = ([], [])
  }
}

/// An app as a store names it.
public struct StoredApp: Hashable, Sendable {
  public var name: String
  /// The app's group; empty: it is in none.
  public var group: String
}

extension Setting {
  /// The description that differs between any two settings, as a store has it: `\` stands before
  /// spaces within a value.
  public var identity: String {
    values.map { value in
      let text = value.text.flatMap { $0 == " " || $0 == "\\" ? ["\\", $0] : [$0] }
      return "\(value.name)=\(String(text))"
    }.joined(separator: " ")
  }
}

extension Setting.Value {
  /// The value as a number; nil when the string is not a finite number.
  var number: Double? { Double(text).flatMap { $0.isFinite ? $0 : nil } }
}
