import Experiments
import Reports
import Workflows

/// The command `dormouse verify`: makes the runs of a store once more, and reports those that
/// differ.
struct VerifyCommand {
  static let command = Command(
    name: "verify", summary: "make the runs of a store again, and report what differs",
    usage: "STORE [options]", operands: 1...1,
    options: [
      .init(name: "runs", value: "N", summary: "only so many, drawn evenly (else: all)"),
      .init(name: "seed", value: "N", summary: "the seed of the draw (else: 1)"),
      .init(name: "run", value: "N", summary: "only the run of this number in the store"),
      .init(name: "jobs", value: "N", summary: "runs at the same time (else: one a core)"),
      .init(name: "all", summary: "show every figure that differs"),
      .init(name: "quiet", summary: "print only what is wrong, and no progress"),
    ],
    notes: """
      A store keeps the scripts of its runs, so that it needs no other file. For a run that differs, the
      report says between which moments it first does, to a 24th of the run. Everything that is kept
      of a run is compared: events, figures of the run and of each app, exits and findings. Exit
      status: 0 when the store has all runs of its plan, with the results that they come to; 1 when
      some differ or are missing; 65 when the store is damaged or its scripts are not its own.
      """
  ) { (arguments, console) throws(CommandError) in
    try VerifyCommand(arguments, console).run()
  }

  private let path: String
  private let arguments: Arguments
  private let console: Console
  private let count: Int?
  private let seed: UInt64
  private let number: Int?
  private let jobs: Int?

  private init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    path = arguments.operands[0]
    count = try arguments.number("runs", upTo: 100_000_000)
    seed = try arguments.seed("seed") ?? 1
    number = try arguments.number("run", upTo: Int.max)
    jobs = try arguments.jobs()
    if count != nil, number != nil {
      throw .usage("--run: it is one run already; leave --runs out")
    }
    self.arguments = arguments
    self.console = console
  }

  private func run() throws(CommandError) {
    try InputFile.require(path, in: [.store])
    let study = try StoredStudy(readFrom: path)
    let runs = try wanted(of: study)
    let missing = try number == nil ? storing { () throws(StoreError) in try study.missing() } : []
    let verification = Verification(study, runs: runs, jobs: jobs)
    let differences = try Interruption.shared.watching { () throws(CommandError) in
      try run(verification)
    }
    let sessions = try storing { () throws(StoreError) in try study.store.sessions() }
    let text = VerificationText(
      path: path, differences: differences, count: runs.count, missing: missing.map(\.name),
      stalls: number == nil ? study.stalls.count : 0,
      builds: sessions.map(\.provenance), now: Dormouse.build.provenance(command: []),
      showsAll: arguments.has("all"))
    guard !text.isGood || !arguments.has("quiet") else { return }
    try console.output.write(text.description { study.name(of: $0) })
    if !text.isGood { throw .different }
  }

  private func wanted(of study: StoredStudy) throws(CommandError) -> [StoredRun] {
    let all = study.runs + study.failures
    guard !all.isEmpty else {
      throw .data("\(shown(path)): no run in it is done; run its experiment")
    }
    if let number {
      guard let run = all.first(where: { $0.number == number }) else {
        throw .usage("--run: the store has no such run (\(number)); its view plan_runs lists them")
      }
      return [run]
    }
    return count.map { Verification.draw($0, of: all, seed: seed) } ?? all
  }

  private func run(_ verification: Verification) throws(CommandError) -> [Verification.Difference] {
    var reached = 0
    let found = try storing { () throws(StoreError) in
      try verification.run { done in
        reached = done
        Progress.shared.note(done: done, of: verification.runs.count)
        return Interruption.shared.signal == nil
      }
    }
    try Interruption.shared.heed(
      "interrupted after \(reached) of \(verification.runs.count) runs")
    return found
  }
}

extension StoredStudy {
  /// Reads the study that is in a store.
  init(readFrom path: String) throws(CommandError) {
    let store = try storing { () throws(StoreError) in try Store(path, access: .read) }
    do throws(WorkflowError) { try self.init(store, by: Dormouse.build) } catch {
      throw CommandError(error, in: path)
    }
  }
}
