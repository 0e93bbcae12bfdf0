/// The layout of a store: see docs/store.md, which a test compares with this.
enum Schema {
  /// The application number that tells a store from other SQLite files: `Dorm`.
  static let applicationID = 0x446f_726d
  /// The version of the layout, which changes with every change that a reader of the file could
  /// notice.
  static let version = 8

  /// The size of a page, in bytes: the log takes each page by a write of its own.
  static let pageSize = 8192

  static let sql = tables + "\n" + FigureTable.tables + "\n" + views + "\n" + FigureTable.views

  /// SQL that finds the names of the tables that do not grow with runs.
  static let smallTables = """
    SELECT name FROM sqlite_schema WHERE type = 'table'
      AND name NOT IN ('runs', 'run_metrics', 'app_metrics', 'findings', 'exits')
    """

  private static let tables = """
    PRAGMA application_id = \(applicationID);
    PRAGMA user_version = \(version);

    CREATE TABLE plans (
      id INTEGER PRIMARY KEY,
      digest TEXT NOT NULL,
      title TEXT NOT NULL,
      scenario TEXT NOT NULL,
      baseline INTEGER NOT NULL,
      replications INTEGER NOT NULL,
      first_seed INTEGER NOT NULL,
      last_seed INTEGER NOT NULL,
      block_count INTEGER NOT NULL,
      warm_up_ns INTEGER NOT NULL,
      precision_metric TEXT,
      precision_of TEXT,
      precision_half_width REAL,
      precision_maximum INTEGER,
      shard_index INTEGER,
      shard_count INTEGER
    ) STRICT;

    CREATE TABLE plan_blocks (
      plan INTEGER NOT NULL REFERENCES plans, ordinal INTEGER NOT NULL, name TEXT NOT NULL,
      PRIMARY KEY (plan, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE plan_metrics (
      plan INTEGER NOT NULL REFERENCES plans, ordinal INTEGER NOT NULL, name TEXT NOT NULL,
      PRIMARY KEY (plan, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE settings (
      id INTEGER PRIMARY KEY,
      scenario TEXT NOT NULL,
      text TEXT NOT NULL,
      UNIQUE (scenario, text)
    ) STRICT;

    CREATE TABLE setting_values (
      setting INTEGER NOT NULL REFERENCES settings,
      ordinal INTEGER NOT NULL,
      name TEXT NOT NULL,
      text TEXT NOT NULL,
      number REAL,
      PRIMARY KEY (setting, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE plan_settings (
      plan INTEGER NOT NULL REFERENCES plans,
      ordinal INTEGER NOT NULL,
      setting INTEGER NOT NULL REFERENCES settings,
      block INTEGER NOT NULL,
      PRIMARY KEY (plan, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE policies (
      id INTEGER PRIMARY KEY,
      label TEXT NOT NULL,
      source TEXT NOT NULL,
      UNIQUE (label, source)
    ) STRICT;

    CREATE TABLE plan_policies (
      plan INTEGER NOT NULL REFERENCES plans,
      ordinal INTEGER NOT NULL,
      policy INTEGER NOT NULL REFERENCES policies,
      PRIMARY KEY (plan, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE provenance (
      id INTEGER PRIMARY KEY,
      plan INTEGER NOT NULL REFERENCES plans,
      began_at TEXT NOT NULL,
      version TEXT NOT NULL,
      commit_id TEXT NOT NULL,
      toolchain TEXT NOT NULL,
      lua TEXT NOT NULL,
      sqlite TEXT NOT NULL,
      platform TEXT NOT NULL,
      command TEXT NOT NULL
    ) STRICT;

    CREATE TABLE given (
      provenance INTEGER NOT NULL REFERENCES provenance,
      ordinal INTEGER NOT NULL,
      option TEXT NOT NULL,
      value TEXT NOT NULL,
      PRIMARY KEY (provenance, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE files (
      provenance INTEGER NOT NULL REFERENCES provenance,
      path TEXT NOT NULL,
      digest TEXT NOT NULL,
      PRIMARY KEY (provenance, path)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE contents (
      digest TEXT PRIMARY KEY,
      bytes BLOB NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE runs (
      id INTEGER PRIMARY KEY,
      setting INTEGER NOT NULL REFERENCES settings,
      policy INTEGER NOT NULL REFERENCES policies,
      warm_up_ns INTEGER NOT NULL,
      seed INTEGER NOT NULL,
      key TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('done', 'failed', 'stalled', 'retired')),
      message TEXT,
      fingerprint TEXT,
      checkpoints TEXT,
      virtual_seconds REAL,
      events INTEGER,
      policy_fault TEXT,
      decision_calls INTEGER,
      decision_seconds REAL,
      real_seconds REAL NOT NULL,
      provenance INTEGER NOT NULL REFERENCES provenance,
      UNIQUE (setting, policy, warm_up_ns, seed, key)
    ) STRICT;

    CREATE TABLE metrics (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL UNIQUE,
      key TEXT NOT NULL,
      unit TEXT NOT NULL,
      better TEXT NOT NULL,
      definition TEXT NOT NULL
    ) STRICT;

    CREATE TABLE apps (
      id INTEGER PRIMARY KEY,
      name TEXT NOT NULL,
      app_group TEXT NOT NULL,
      UNIQUE (name, app_group)
    ) STRICT;

    CREATE TABLE findings (
      run INTEGER NOT NULL REFERENCES runs,
      ordinal INTEGER NOT NULL,
      app INTEGER NOT NULL REFERENCES apps,
      rule TEXT NOT NULL,
      file TEXT,
      line INTEGER,
      message TEXT NOT NULL,
      first_at_ns INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (run, ordinal)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE exits (
      run INTEGER NOT NULL REFERENCES runs,
      app INTEGER NOT NULL REFERENCES apps,
      reason TEXT NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (run, app, reason)
    ) STRICT, WITHOUT ROWID;
    """
}
