import Simulation

/// The lessons on scheduling. Their texts and files are in scripts/lessons, a folder each.
extension SchedulingLesson {
  /// All, in the order in which they are best read.
  static let all: [SchedulingLesson] = [starvation]

  private static let starvation = SchedulingLesson(
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
        for ageing in 1...50
        where try runs.figure("starvation", policy: "rank.lua{ageing=\(ageing)}") <= 80 * 60 {
          return Double(ageing)
        }
        throw .fault("lesson: no ageing is enough")
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
}
