import Simulation

/// Whose turn it is, and who waits for whom.
extension SchedulingLesson {
  static let starvation = SchedulingLesson(
    name: "starvation", summary: "fixed priority, and what ageing does about its victims",
    questions: [
      Question(
        hint: "It never gets a turn, so it waits from the moment at which it may have its first "
          + "fetch to the end of the run.",
        unit: "h", within: 0.05
      ) { (runs) throws(CommandError) in
        try runs.figure("starvation", policy: "rank.lua", set: ["hours": "72"]) / 3600
      },
      Question(
        hint: "photos, of rank 0, overtakes a chat that has just begun to wait, of rank 6, after "
          + "6 / ageing hours. Find out for which rates that is 80 minutes or less, and go on from "
          + "there: turns come only every quarter of an hour.",
        unit: "ranks an hour", within: 0
      ) { (runs) throws(CommandError) in
        try least("ageing", in: 1...50) { (ageing) throws(CommandError) in
          try runs.figure("starvation", policy: "rank.lua{ageing=\(ageing)}") <= 80 * 60
        }
      },
      Question(
        hint: "chat needs two of the four starts of an hour. Give it the first turn whenever it "
          + "waits; what order is best for the three others, who share the rest?",
        unit: "min", within: 1,
        demand: { (runs) throws(CommandError) in
          let run = try runs.run(policy: "mine.lua")
          let fetches = try runs.figure("fetches new", of: "chat", in: run)
          let longest = try runs.figure("starvation", in: run) / 60
          if fetches < 45 {
            return "under mine.lua chat has \(plainNumber(fetches)) fetches, not 45"
          }
          return longest > 80
            ? "under mine.lua an app waits for \(plainNumber(longest)) minutes" : nil
        }
      ) { (runs) throws(CommandError) in
        try runs.figure("starvation", policy: "mine.lua") / 60
      },
    ])

  static let maxMinFairness = SchedulingLesson(
    name: "max-min-fairness", summary: "how to share a pool, and what Jain's index says of it",
    questions: [
      Question(
        hint: "Pour the 48 s over all four evenly. app-1 drops out at 6 s each, then app-2; what "
          + "is left is for the last two.",
        unit: "s", within: 0.3
      ) { (runs) throws(CommandError) in
        try runs.figure("background seconds used", of: "app-3") / 48
      },
      Question(
        hint: "Do the same with 60 s, where app-3 drops out too, and put the four parts into the "
          + "formula: the square of their sum, by four times the sum of their squares.",
        unit: "", within: 0.005
      ) { (runs) throws(CommandError) in
        try runs.figure("jain index", set: ["capacity": "60"])
      },
      Question(
        hint: "When app-3 has just what it wants, how much has app-4? Then add all four up.",
        unit: "s", within: 0
      ) { (runs) throws(CommandError) in
        try least("capacity", in: 48...80) { (capacity) throws(CommandError) in
          let used = try runs.figure(
            "background seconds used", of: "app-3", set: ["capacity": "\(capacity)"])
          return used >= 48 * 20 - 1
        }
      },
    ])

  static let priorityInversion = SchedulingLesson(
    name: "priority-inversion", summary: "a lock makes the app in front wait for one behind",
    questions: [
      Question(
        hint: "How much of its 4 s has first done when second comes, after one second of a core "
          + "that four share? The rest it would do alone.",
        unit: "s", within: 0.05
      ) { (runs) throws(CommandError) in
        // What is left to do then takes four times as long where four share the core.
        try runs.figure("lock wait in front", set: ["busy": "3"]) / 4
      },
      Question(
        hint: "first holds the lock for seconds * (busy + 1). From that after is taken.",
        unit: "s", within: 0
      ) { (runs) throws(CommandError) in
        try least("after", in: 0...60) { (after) throws(CommandError) in
          try runs.figure("lock wait in front", set: ["busy": "2", "after": "\(after)"]) <= 2.5
        }
      },
      Question(
        hint: "The worst moment is just after a piece has begun, as with after=0: then the wait is "
          + "a whole piece, on a core that four share.",
        unit: "pieces", within: 0
      ) { (runs) throws(CommandError) in
        try least("pieces", in: 1...60) { (pieces) throws(CommandError) in
          let set = ["busy": "3", "after": "0", "pieces": "\(pieces)"]
          return try runs.figure("lock wait in front", set: set) <= 0.6
        }
      },
    ])
}
