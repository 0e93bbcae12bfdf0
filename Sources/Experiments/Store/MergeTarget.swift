/// The store that parts are joined into, while it is made.
struct MergeTarget {
  let connection: Connection
  let path: String

  /// Takes the plan of the parts.
  func begin(_ part: MergePart) throws(StoreError) {
    guard let seeds = part.experiment.seeds else { fatalError("Store.merge: seeds out of range") }
    try Store.attempt(path) { () throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        _ = try PlanTables(connection: connection).insert(
          part.experiment, digest: part.digest, seeds: seeds, nil,
          Names(connection, scenario: part.experiment.scenario))
      }
    }
  }

  /// Takes the runs of a part that are not there yet.
  func add(_ part: MergePart) throws(StoreError) {
    let difference = try Store.attempt(path) { () throws(SQLiteError) in
      try connection.prepare("ATTACH ? AS part").run(part.store.connection.uri)
      defer { try? connection.execute("DETACH part") }
      return try connection.transaction { () throws(SQLiteError) in
        try connection.execute(MergeTarget.arrivals)
        let difference = try self.difference()
        if difference == nil {
          try connection.execute(MergeTarget.copy)
          for copy in [try figures(.runs), try figures(.apps)] { try connection.execute(copy) }
        }
        return difference
      }
    }
    if let difference {
      throw .unusable(
        "\(part.store.path): \(difference) has different results in another part; run all shards "
          + "with the same version and files")
    }
  }

  /// Returns the first run that both have done with different results, described for a message; nil
  /// when there is none.
  private func difference() throws(SQLiteError) -> String? {
    var difference: String?
    try connection.prepare(
      """
      SELECT s.text, p.label, a.seed
      FROM temp.arrivals AS a JOIN main.runs AS r USING (setting, policy, warm_up_ns, seed)
        JOIN main.settings AS s ON s.id = a.setting JOIN main.policies AS p ON p.id = a.policy
      WHERE a.status = 'done' AND r.status = 'done'
        AND (a.key <> r.key OR a.fingerprint <> r.fingerprint)
      ORDER BY a.id LIMIT 1
      """
    ).run { row in
      let setting = row.text(0).isEmpty ? "" : "\(row.text(0)), "
      difference = "the run of \(setting)\(row.text(1)), seed \(row.integer(2)),"
    }
    return difference
  }

  /// SQL that lists the part's runs, by the numbers that the target has for their settings and
  /// policies.
  private static let arrivals = """
    DROP TABLE IF EXISTS temp.arrivals;
    CREATE TEMP TABLE arrivals (
      id INTEGER PRIMARY KEY, setting INTEGER, policy INTEGER, warm_up_ns INTEGER, seed INTEGER,
      key TEXT, status TEXT, fingerprint TEXT);
    INSERT INTO temp.arrivals
      SELECT r.id, s.id, p.id, r.warm_up_ns, r.seed, r.key, r.status, r.fingerprint
      FROM part.plan_runs AS v
        JOIN part.runs AS r ON r.id = v.run
        JOIN part.settings AS ps ON ps.id = r.setting
        JOIN main.settings AS s ON s.scenario = ps.scenario AND s.text = ps.text
        JOIN part.policies AS pp ON pp.id = r.policy
        JOIN main.policies AS p ON p.label = pp.label AND p.source = pp.source;
    """

  /// Returns SQL that copies the arrivals' figures, by the metrics that both builds know.
  private func figures(_ table: FigureTable) throws(SQLiteError) -> String {
    let columns = try table.columns(connection, of: "part")
    let known = Set(try table.columns(connection))
    try table.add(columns.filter { !known.contains($0) }, connection)
    let names = columns.map { ", \(sqlName($0))" }.joined()
    let values = columns.map { ", v.\(sqlName($0))" }.joined()
    let arrivals =
      "temp.offsets AS o CROSS JOIN temp.arrivals AS a CROSS JOIN part.\(table.name) AS v"
    if table.keys.count == 1 {
      return """
        INSERT INTO main.\(table.name) (run\(names))
          SELECT v.run + o.run\(values) FROM \(arrivals) ON v.run = a.id
        """
    }
    let places = FigureTable.placesOfRun
    return """
      INSERT INTO main.\(table.name) (id, run, app\(names))
        SELECT v.id + o.run * \(places), v.run + o.run, n.id\(values)
        FROM \(arrivals) ON v.id BETWEEN a.id * \(places) AND a.id * \(places) + \(places - 1)
          CROSS JOIN temp.app_numbers AS n ON n.part = v.app
      """
  }

  /// SQL that copies the arrivals: a run that is done takes the place of one that failed, else the
  /// one that came first stays. Numbers of runs and of sessions are moved beyond those that are
  /// there; apps have the numbers that the target gives to their names.
  private static let copy = """
    DELETE FROM temp.arrivals WHERE EXISTS (
      SELECT 1 FROM main.runs AS r
      WHERE r.setting = arrivals.setting AND r.policy = arrivals.policy
        AND r.warm_up_ns = arrivals.warm_up_ns AND r.seed = arrivals.seed
        AND (r.status = 'done' OR arrivals.status IN ('failed', 'stalled')));
    DELETE FROM main.runs WHERE id IN (
      SELECT r.id FROM temp.arrivals JOIN main.runs AS r
        USING (setting, policy, warm_up_ns, seed));

    DROP TABLE IF EXISTS temp.offsets;
    CREATE TEMP TABLE offsets AS SELECT
      (SELECT ifnull(max(id), 0) FROM main.runs) AS run,
      (SELECT ifnull(max(id), 0) FROM main.provenance) AS provenance;

    INSERT OR IGNORE INTO main.metrics (name, key, unit, better, definition)
      SELECT name, key, unit, better, definition FROM part.metrics ORDER BY id;
    INSERT OR IGNORE INTO main.apps (name, app_group)
      SELECT name, app_group FROM part.apps ORDER BY id;
    DROP TABLE IF EXISTS temp.app_numbers;
    CREATE TEMP TABLE app_numbers (part INTEGER PRIMARY KEY, id INTEGER);
    INSERT INTO temp.app_numbers
      SELECT p.id, a.id FROM part.apps AS p JOIN main.apps AS a USING (name, app_group);

    INSERT INTO main.provenance
      SELECT p.id + o.provenance, (SELECT max(id) FROM main.plans), p.began_at, p.version,
        p.commit_id, p.toolchain, p.lua, p.sqlite, p.platform, p.command
      FROM part.provenance AS p, temp.offsets AS o
      WHERE p.id = (SELECT max(id) FROM part.provenance) OR p.id IN (
        SELECT r.provenance FROM temp.arrivals AS a CROSS JOIN part.runs AS r ON r.id = a.id)
      ORDER BY p.id;
    INSERT INTO main.files
      SELECT f.provenance + o.provenance, f.path, f.digest
      FROM part.files AS f, temp.offsets AS o
      WHERE f.provenance + o.provenance IN (SELECT id FROM main.provenance);
    INSERT INTO main.given
      SELECT g.provenance + o.provenance, g.ordinal, g.option, g.value
      FROM part.given AS g, temp.offsets AS o
      WHERE g.provenance + o.provenance IN (SELECT id FROM main.provenance);
    INSERT OR IGNORE INTO main.contents
      SELECT c.digest, c.bytes FROM part.contents AS c
      WHERE c.digest IN (SELECT digest FROM main.files);

    INSERT INTO main.runs
      SELECT r.id + o.run, a.setting, a.policy, r.warm_up_ns, r.seed, r.key, r.status, r.message,
        r.fingerprint, r.checkpoints, r.virtual_seconds, r.events, r.policy_fault,
        r.decision_calls, r.decision_seconds, r.real_seconds, r.provenance + o.provenance
      FROM temp.offsets AS o CROSS JOIN temp.arrivals AS a CROSS JOIN part.runs AS r ON r.id = a.id;
    INSERT INTO main.findings
      SELECT v.run + o.run, v.ordinal, n.id, v.rule, v.file, v.line, v.message, v.first_at_ns,
        v.count
      FROM temp.offsets AS o CROSS JOIN temp.arrivals AS a
        CROSS JOIN part.findings AS v ON v.run = a.id
        CROSS JOIN temp.app_numbers AS n ON n.part = v.app;
    INSERT INTO main.exits
      SELECT v.run + o.run, n.id, v.reason, v.count
      FROM temp.offsets AS o CROSS JOIN temp.arrivals AS a
        CROSS JOIN part.exits AS v ON v.run = a.id
        CROSS JOIN temp.app_numbers AS n ON n.part = v.app;
    """
}
