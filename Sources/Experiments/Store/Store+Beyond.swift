extension Store {
  /// Returns the number of done runs of the present plan's settings, policies and warm-up that the
  /// store keeps of seeds other than the plan's, which no report shows. O(runs).
  public func runsBeyondPlan() throws(StoreError) -> Int {
    try attempt { () throws(SQLiteError) in
      try connection.integer(
        """
        SELECT count(*)
        FROM plans AS p CROSS JOIN plan_settings AS s CROSS JOIN plan_policies AS c
          CROSS JOIN runs AS r
        WHERE p.id = (SELECT max(id) FROM plans) AND s.plan = p.id AND c.plan = p.id
          AND r.setting = s.setting AND r.policy = c.policy AND r.warm_up_ns = p.warm_up_ns
          AND r.status = 'done'
          AND NOT (r.seed BETWEEN p.first_seed AND p.last_seed
            AND (r.seed - p.first_seed) % p.block_count = s.block)
        """)
    }
  }
}
