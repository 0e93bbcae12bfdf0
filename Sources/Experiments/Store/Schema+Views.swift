extension Schema {
  /// SQL of the views that other programs read first, of the present plan: no numbers to look up,
  /// no runs that are set aside.
  ///
  /// They keep to SQL that other engines know too, which read them from the file: conditions of a
  /// CROSS JOIN, which SQLite does not reorder, stand in WHERE.
  static let views = """
    CREATE VIEW plan_runs AS
      SELECT r.id AS run, s.ordinal AS setting_ordinal, c.ordinal AS policy_ordinal, r.seed,
        r.setting, r.policy, r.status
      FROM plans AS p CROSS JOIN plan_settings AS s CROSS JOIN plan_policies AS c
        CROSS JOIN runs AS r
      WHERE p.id = (SELECT max(id) FROM plans) AND s.plan = p.id AND c.plan = p.id
        AND r.setting = s.setting AND r.policy = c.policy AND r.warm_up_ns = p.warm_up_ns
        AND r.seed BETWEEN p.first_seed AND p.last_seed
        AND (r.seed - p.first_seed) % p.block_count = s.block AND r.status <> 'retired';

    CREATE VIEW app_findings AS
      SELECT r.run, s.text AS setting, c.label AS policy, r.seed, a.name AS app, f.rule, f.file,
        f.line, f.message, f.first_at_ns / 1e9 AS first_at, f.count
      FROM plan_runs AS r
        JOIN settings AS s ON s.id = r.setting
        JOIN policies AS c ON c.id = r.policy
        JOIN findings AS f ON f.run = r.run
        JOIN apps AS a ON a.id = f.app;

    CREATE VIEW app_exits AS
      SELECT r.run, s.text AS setting, c.label AS policy, r.seed, a.name AS app, e.reason, e.count
      FROM plan_runs AS r
        JOIN settings AS s ON s.id = r.setting
        JOIN policies AS c ON c.id = r.policy
        JOIN exits AS e ON e.run = r.run
        JOIN apps AS a ON a.id = e.app;

    CREATE VIEW failures AS
      SELECT r.run, s.text AS setting, c.label AS policy, r.seed, r.status, f.message
      FROM plan_runs AS r
        JOIN settings AS s ON s.id = r.setting
        JOIN policies AS c ON c.id = r.policy
        JOIN runs AS f ON f.id = r.run
      WHERE r.status IN ('failed', 'stalled');

    CREATE VIEW parameters AS
      SELECT s.text AS setting, v.name, v.text, v.number
      FROM plan_settings AS p
        JOIN settings AS s ON s.id = p.setting
        JOIN setting_values AS v ON v.setting = p.setting
      WHERE p.plan = (SELECT max(id) FROM plans);
    """
}
