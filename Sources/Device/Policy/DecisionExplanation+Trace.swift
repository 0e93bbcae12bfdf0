import Simulation

extension DecisionExplanation {
  /// Writes the decision into a trace as `policy.explanation`: one line for the device, one for
  /// each app. They are annotations: the fingerprint stays as it is without them.
  public func annotate(_ trace: Trace) {
    switch self {
    case .fetches(let review): review.annotate(trace)
    case .backgroundTime(let review): review.annotate(trace)
    }
  }
}

extension WorkReview {
  fileprivate func annotate(_ trace: Trace) {
    trace.annotate(TraceKind.explanation.rawValue, at: device.now) {
      $0.add("call", "fetches")
      $0.add("slots", room.free)
      $0.add("running", room.running)
      $0.add("startsInWindow", room.startsInWindow)
      if let opens = room.windowOpens { $0.add("windowOpensNs", opens.nanoseconds) }
      $0.add("payable", room.payable)
      $0.add("poolNs", device.pool.available.nanoseconds)
      $0.add("network", device.network.rawValue)
      $0.add("battery", device.power.level)
      $0.add("charging", device.power.isCharging)
      $0.add("lowPowerMode", device.power.isLowPowerMode)
      if let measure {
        $0.add("measure", measure.name)
        $0.add("unit", measure.unit.rawValue)
        $0.add("first", measure.isHighestFirst ? "highest" : "lowest")
      }
      if let fault { $0.add("fault", fault) }
    }
    for standing in apps { standing.annotate(trace, at: device.now) }
  }
}

extension CandidateStanding {
  fileprivate func annotate(_ trace: Trace, at now: Instant) {
    trace.annotate(TraceKind.explanation.rawValue, at: now, app: app.name) {
      $0.add("call", "fetches")
      $0.add("outcome", outcome.name)
      if let rank { $0.add("rank", rank) }
      if let score = policy?.score { $0.add("score", score) }
      if let terms = policy?.terms, !terms.isEmpty { $0.add("terms", terms.map(\.member)) }
      if let table = policy?.table { $0.add(table) }
      if let reason { $0.add("reason", reason) }
      if let obstacle = policy?.obstacle {
        $0.add("needs", obstacle.needs)
        if let score = obstacle.score { $0.add("leastScore", score) }
        if let until = obstacle.until { $0.add("untilNs", until.nanoseconds) }
      }
      if let since = app.waitingSince { $0.add("sinceNs", since.nanoseconds) }
      guard case .notEligible(let reasons) = outcome else { return }
      $0.add("ineligible", reasons.map(\.name))
      if let until = reasons.compactMap(\.until).max() { $0.add("untilNs", until.nanoseconds) }
    }
  }
}

extension CandidateStanding.Outcome {
  /// As the trace names it.
  public var name: String {
    switch self {
    case .started: "started"
    case .passedOver: "passedOver"
    case .refused: "refused"
    case .noSlot: "noSlot"
    case .notEligible: "notEligible"
    }
  }
}

extension GrantReview {
  fileprivate func annotate(_ trace: Trace) {
    trace.annotate(TraceKind.explanation.rawValue, at: device.now, app: request.app.name) {
      $0.add("call", "backgroundTime")
      $0.add("allowanceNs", request.allowance.nanoseconds)
      $0.add("answerNs", answer.nanoseconds)
      $0.add("grantNs", granted.nanoseconds)
      $0.add("poolNs", device.pool.available.nanoseconds)
      if let policy {
        $0.add("reason", policy.reason)
        if !policy.terms.isEmpty { $0.add("terms", policy.terms.map(\.member)) }
      }
      if let fault { $0.add("fault", fault) }
    }
  }
}

extension TraceFields {
  fileprivate mutating func add(_ table: ScoreTable) {
    add("weights", table.terms.map { ($0.name, $0.weight) })
    add("scores", table.terms.map { ($0.name, $0.score) })
    add("sum", table.sum)
    add("denominator", table.denominator)
    add("threshold", table.threshold)
    add("assumed", table.assumed)
  }
}

extension Term {
  fileprivate var member: (String, Double) { (name, value) }
}
