import Experiments
import Simulation

/// When work is best done, for whom, and how one comes to know.
extension SchedulingLesson {
  static let coalescing = SchedulingLesson(
    name: "coalescing", summary: "waiting for company: the energy of the radio's tail",
    questions: [
      Question(
        hint: "All that fetch together share the energy of one.",
        unit: "apps", within: 0
      ) { (runs) throws(CommandError) in
        try least("apps", in: 1...20) { (apps) throws(CommandError) in
          try joulesPerFetch(runs, ["spread": "0", "apps": "\(apps)"]) < 1
        }
      },
      Question(
        hint: "Six fetches 5 s apart keep the radio awake without a break: one waking, one whole "
          + "tail after the last, and five pauses of 5 s in between.",
        unit: "J", within: 0.1
      ) { (runs) throws(CommandError) in
        try joulesPerFetch(runs, ["spread": "5"])
      },
      Question(
        hint: "The first app's fetch must wait until the last of the six wants one too, or comes "
          + "while the radio is still awake.",
        unit: "s", within: 0
      ) { (runs) throws(CommandError) in
        10
          * (try least("tolerance", in: 1...30) { (tens) throws(CommandError) in
            let policy = "coalescing{tolerance=\(10 * tens)}"
            return try runs.figure("energy radio", policy: policy) < 250
          })
      },
    ])

  static let habits = SchedulingLesson(
    name: "habits", summary: "what prediction by the hour gains, and when it fails",
    questions: [
      Question(
        hint: "On the first day nobody knows anything. On which of the other days is habits.lua "
          + "wrong?",
        unit: "of the opens", within: 0.01
      ) { (runs) throws(CommandError) in
        try runs.figure("fresh at open", policy: "habits.lua")
      },
      Question(
        hint: "Whom does habits.lua serve on a weekend, if five opens of an hour were on weekdays? "
          + "Count the days on which it is right, without the first.",
        unit: "of the opens", within: 0.01
      ) { (runs) throws(CommandError) in
        let set = ["days": "28", "weekend": "true"]
        return try runs.figure("fresh at open", policy: "habits.lua", set: set)
      },
      Question(
        hint: "Count opens yourself, in a table of your own: for weekdays and for weekends apart. "
          + "outcome.at // days(1) % 7 is 5 on a Saturday.",
        unit: "of the opens", within: 0.01,
        demand: { (runs) throws(CommandError) in
          let set = ["days": "28", "weekend": "true"]
          let fresh = try runs.figure("fresh at open", policy: "mine.lua", set: set)
          let shown = plainNumber((1000 * fresh).rounded() / 1000)
          return fresh < 0.85 ? "under mine.lua \(shown) of the opens are fresh, not 0.85" : nil
        }
      ) { (runs) throws(CommandError) in
        let set = ["days": "28", "weekend": "true"]
        return try runs.figure("fresh at open", policy: "mine.lua", set: set)
      },
    ])

  static let freshness = SchedulingLesson(
    name: "freshness", summary: "few fetches, not to be spent on what changes most",
    questions: [
      Question(
        hint: "Put f = .1 and c = 1, and f = .9 and c = 9, into the formula.",
        unit: "of the time", within: 0.02
      ) { (runs) throws(CommandError) in
        try runs.figure("fresh over time", policy: "spread.lua{slow=0.1,fast=0.9}")
      },
      Question(
        hint: "Compute f * (1 - e^(-1/f)) for f = 1, 2, 3, 4.",
        unit: "fetches an hour", within: 0
      ) { (runs) throws(CommandError) in
        try least("slow", in: 1...8) { (slow) throws(CommandError) in
          let policy = "spread.lua{slow=\(slow),fast=0}"
          return try runs.figure("fresh over time", of: "slow", policy: policy) >= 0.82
        }
      },
      Question(
        hint: "Even is slow=2,fast=2. In proportion to 1 and 9 changes it is slow=0.4,fast=3.6.",
        unit: "of the time", within: 0.02
      ) { (runs) throws(CommandError) in
        let even = try runs.figure("fresh over time", policy: "spread.lua{slow=2,fast=2}")
        return even
          - (try runs.figure("fresh over time", policy: "spread.lua{slow=0.4,fast=3.6}"))
      },
    ])

  static let howManySeeds = SchedulingLesson(
    name: "how-many-seeds", summary: "how many days to simulate until a difference is known",
    questions: [
      Question(
        hint: "An interval's width falls with the root of the number of seeds: from the width at "
          + "10 compute the number for 4 points, and try the numbers about it.",
        unit: "seeds", within: 1
      ) { (runs) throws(CommandError) in
        try fewestSeeds(within: 0.04) { (seed) throws(CommandError) in
          try freshAtOpen("first-come", seed, runs)
        }
      },
      Question(
        hint: "The same, with the interval of the difference, which stands beside it.",
        unit: "seeds", within: 1
      ) { (runs) throws(CommandError) in
        try fewestSeeds(within: 0.02) { (seed) throws(CommandError) in
          let baseline = try freshAtOpen("first-come", seed, runs)
          return try freshAtOpen("likely-next", seed, runs) - baseline
        }
      },
      Question(
        hint: "The variance of a difference of two independent means is the sum of theirs: (s1^2 + "
          + "s2^2) / n. Twice its root is to be 2 points.",
        unit: "seeds", within: 15
      ) { (runs) throws(CommandError) in
        var variances = 0.0
        for policy in ["first-come", "likely-next"] {
          var values: [Double] = []
          for seed in 1...20 { values.append(try freshAtOpen(policy, seed, runs)) }
          let deviation = Estimate(values)?.deviation ?? 0
          variances += deviation * deviation
        }
        return variances * (2 / 0.02) * (2 / 0.02)
      },
    ])

  private static func joulesPerFetch(
    _ runs: LessonRuns, _ settings: [String: String]
  ) throws(CommandError) -> Double {
    let run = try runs.run(set: settings)
    return try runs.figure("energy radio", in: run) / runs.figure("fetches new", in: run)
  }

  private static func freshAtOpen(
    _ policy: String, _ seed: Int, _ runs: LessonRuns
  ) throws(CommandError) -> Double {
    try runs.figure("fresh at open", policy: policy, seed: UInt64(seed))
  }

  /// Returns the least number of seeds, from 1 on and at least 5, whose interval is no wider. O(runs).
  private static func fewestSeeds(
    within halfWidth: Double, value: (Int) throws(CommandError) -> Double
  ) throws(CommandError) -> Double {
    var values: [Double] = []
    return try least("seeds", in: 1...100) { (seed) throws(CommandError) in
      values.append(try value(seed))
      guard seed >= 5, let width = Estimate(values)?.halfWidth else { return false }
      return width <= halfWidth
    }
  }
}
