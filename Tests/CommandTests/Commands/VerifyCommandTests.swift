import Device
import Foundation
import Simulation
import Testing

@testable import Experiments
@testable import Workflows
@testable import dormouse

@Suite("dormouse verify, and runs out of a store")
struct VerifyCommandTests {
  /// A store whose scripts are gone.
  private func storeAlone() throws -> Workplace {
    let place = try Workplace.withExperiment()
    #expect(try place.run("compare", "two.lua", "--quiet").status == 0)
    for file in try place.files() where file.hasSuffix(".lua") {
      try FileManager.default.removeItem(at: place.folder.appendingPathComponent(file))
    }
    #expect(try place.files() == ["two.sqlite"])
    return place
  }

  @Test("the store alone is enough to make its runs again")
  func verify() throws {
    let place = try storeAlone()
    let all = try place.run("verify", "two.sqlite")
    #expect(all.status == 0 && all.errors.isEmpty, "\(all)")
    #expect(all.output == "two.sqlite: 18 runs made again, all as the store has them\n")
    let some = try place.run("verify", "two.sqlite", "--runs", "5", "--seed", "3", "--jobs", "1")
    #expect(some.output == "two.sqlite: 5 runs made again, all as the store has them\n")
    #expect(
      try place.run("verify", "two.sqlite", "--run", "7").output
        == "two.sqlite: 1 run made again, as the store has it\n")
    let one = try place.run("verify", "two.sqlite", "--run", "7", "--quiet")
    #expect(one.status == 0 && one.output.isEmpty && one.errors.isEmpty)
    #expect(try place.files() == ["two.sqlite"])
  }

  /// In the other build the app keeps its task for a second longer: it is left at 08:11, and an hour
  /// has 24 parts of two and a half minutes.
  @Test("for a store that another build made it reports which runs differ, and where first")
  func otherBuild() throws {
    let place = try Workplace.withExperiment()
    func path(_ name: String) -> String { place.folder.appendingPathComponent(name).path }
    func plan() throws -> ExperimentPlan {
      try ExperimentPlan(.init(file: path("two.lua")), by: Build(version: "0.0.9"))
    }
    let saver = try place.read("saver.lua")
    let theirs = saver.replacing("asyncAfter(2,", with: "asyncAfter(3,")
    try #require(theirs != saver)
    try place.write(theirs, to: "saver.lua")
    let devices = ExperimentFactory(try plan().loaded)
    try place.write(saver, to: "saver.lua")
    var experimentRun = ExperimentRun(
      try plan(), into: try Store(path("two.sqlite"), access: .write), devices: devices)
    try experimentRun.run(Build(version: "0.0.9").provenance(command: ["compare", "two.lua"]))
    let outcome = try place.run("verify", "two.sqlite", "--all")
    #expect(outcome.status == 1 && outcome.errors.isEmpty, "\(outcome)")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(
      lines.first == "two.sqlite: 6 of 18 runs made again differ from what the store has")
    let runs = lines.filter { $0.hasPrefix("run ") }
    #expect(
      runs.map { $0.split(separator: ": ")[1] }.sorted() == [
        "poolMinutes=10, first-come, seed 1", "poolMinutes=10, first-come, seed 2",
        "poolMinutes=10, first-come, seed 3", "poolMinutes=10, half, seed 1",
        "poolMinutes=10, half, seed 2", "poolMinutes=10, half, seed 3",
      ])
    let moments = lines.filter { $0.hasPrefix("  the same until") }
    #expect(
      moments
        == Array(
          repeating: "  the same until 08:10:00.000, another trace by 08:12:30.000", count: 6))
    #expect(lines.filter { $0.hasPrefix("  background seconds used  ") }.count == 6)
    #expect(lines.contains { $0.hasPrefix("made by  dormouse 0.0.9") })
    #expect(lines.last?.hasPrefix("now      dormouse \(Dormouse.build.version)") == true)
  }

  /// The bytes of a store of the sample.
  static let store = Result {
    let place = try Workplace.withExperiment()
    #expect(try place.run("compare", "two.lua", "--quiet").status == 0)
    return try Data(contentsOf: place.folder.appendingPathComponent("two.sqlite"))
  }

  /// SQL that damages, edits or leaves something out, and how verify ends: its status, and a part of
  /// what it says.
  static let edits: [(sql: String, status: Int32, says: String)] = [
    ("UPDATE runs SET seed = seed + 100 WHERE id > 1", 1, "\n17 runs of its plan are missing:\n"),
    ("UPDATE runs SET status = 'retired' WHERE id = 4", 1, "\n1 run of its plan is missing:\n"),
    ("DELETE FROM runs WHERE id > 17", 1, "\n1 run of its plan is missing:\n"),
    ("UPDATE runs SET fingerprint = '00' || fingerprint WHERE id = 3", 1, "  another fingerprint"),
    ("UPDATE runs SET events = events + 1 WHERE id = 3", 1, "\n  events  "),
    ("UPDATE runs SET decision_calls = 99 WHERE id = 3", 1, "\n  decisions  99 -> "),
    ("UPDATE runs SET checkpoints = replace(checkpoints, 'a', 'b')", 1, "\n  checkpoints\n"),
    (
      "UPDATE runs SET status = 'failed', message = 'no', fingerprint = NULL WHERE id = 3", 1,
      "\n  message  no -> none\n"
    ),
    ("UPDATE runs SET policy = 3 - policy WHERE policy < 3 AND seed = 1", 1, " differ from what "),
    ("UPDATE run_metrics SET tasksExpired = 7 WHERE run = 2", 1, "\n  tasks expired  7 -> 0\n"),
    ("DELETE FROM run_metrics WHERE run = 2", 1, "  tasks expired "),
    ("UPDATE app_metrics SET opens = 9 WHERE run = 2", 1, "\n  opens of sleeper  9 -> 1\n"),
    ("DELETE FROM app_metrics WHERE run = 2", 1, " of sleeper "),
    (
      """
      CREATE TEMP TABLE again AS SELECT * FROM app_metrics WHERE run = 2;
      UPDATE again SET id = id + 9; INSERT INTO app_metrics SELECT * FROM again
      """, 1, "  opens of saver (twice)"
    ),
    ("UPDATE exits SET count = 5", 1, "\n  exits of sleeper, "),
    ("DELETE FROM exits", 1, "\n  exits of sleeper, "),
    ("UPDATE findings SET line = 99", 1, "\n  finding 1 of sleeper\n"),
    ("DELETE FROM findings", 1, "\n  finding 1 of sleeper\n"),
    ("UPDATE apps SET name = 'other' WHERE name = 'saver'", 1, " of other "),
    ("UPDATE apps SET app_group = 'g' WHERE name = 'saver'", 1, "\n  group of saver  g -> none\n"),
    ("UPDATE plans SET baseline = 1", 65, "(another baseline)"),
    ("UPDATE plans SET baseline = 7", 65, "it is damaged"),
    ("UPDATE plans SET first_seed = -4", 65, "it is damaged"),
    ("UPDATE plans SET title = 'mine'", 65, "(another title)"),
    ("UPDATE policies SET label = 'mine' WHERE id = 1", 65, "(other policies)"),
    ("UPDATE setting_values SET text = '7' WHERE setting = 1", 65, "it is damaged"),
    ("UPDATE settings SET text = 'poolMinutes=7' WHERE id = 1", 65, "it is damaged"),
    ("UPDATE plans SET replications = replications - 1", 65, "it is damaged"),
    (
      "UPDATE contents SET bytes = CAST(replace(CAST(bytes AS TEXT), '(2,', '(3,') AS BLOB)", 65,
      "its copy of saver.lua is not the file that its runs were made of"
    ),
    ("DELETE FROM contents", 65, "the store does not hold it"),
  ]

  @Test("what was edited or left out is named, and the status is not 0", arguments: edits)
  func edited(sql: String, status: Int32, says: String) throws {
    let place = try Workplace()
    let path = place.folder.appendingPathComponent("two.sqlite").path
    try VerifyCommandTests.store.get().write(to: URL(fileURLWithPath: path))
    do {
      let connection = try Connection(path, .readWrite)
      try connection.execute(sql)
    }
    let outcome = try place.run("verify", "two.sqlite", "--all")
    #expect(outcome.status == status, "\(outcome)")
    #expect((outcome.output + outcome.errors).contains(says), "\(outcome)")
  }

  @Test("run, why and diff take a run of a store")
  func runs() throws {
    let place = try storeAlone()
    let named = try place.run(
      "run", "two.sqlite", "--policy", "half.lua", "--seed", "2", "--set", "poolMinutes=10",
      "--json")
    #expect(named.status == 0 && named.output.contains("\"policy\": \"half\""), "\(named)")
    #expect(named.output.contains("\"seed\": 2"))
    let run = try Store(place.folder.appendingPathComponent("two.sqlite").path, access: .read)
      .runs()[3]
    let traced = try place.run(
      "run", "two.sqlite", "--run", "\(run.number)", "--quiet", "--trace", "t.jsonl")
    #expect(traced.status == 0, "\(traced)")
    let fingerprint = try place.run("trace", "t.jsonl", "--fingerprint")
    #expect(fingerprint.output == "\(run.fingerprint)\n")
    let why = try place.run("why", "two.sqlite", "--run", "1", "--app", "saver", "--at", "08:11")
    #expect(why.status == 0 && why.output.hasPrefix("saver under "), "\(why)")
    let same = try place.run("diff", "two.sqlite", "--run", "1", "--run", "1")
    #expect(same.status == 0, "\(same)")
    let other = try place.run(
      "diff", "two.sqlite", "--policy", "first-come", "--policy", "nothing", "--set",
      "poolMinutes=10")
    #expect(other.status == 1 && other.output.contains("background seconds used"), "\(other)")
  }

  @Test("invalid values are reported")
  func mistakes() throws {
    let place = try Workplace.withExperiment()
    #expect(try place.run("compare", "two.lua", "--quiet").status == 0)
    for (arguments, status, message) in [
      (["verify", "two.lua"], 65, "two.lua: it is a script, not a store of runs; "),
      (["verify", "none.sqlite"], 66, "none.sqlite: there is no such file; "),
      (["verify", "two.sqlite", "--run", "99"], 64, "--run: the store has no such run (99); "),
      (["verify", "two.sqlite", "--run", "9", "--runs", "3"], 64, "--run: it is one run already"),
      (["verify", "two.sqlite", "--runs", "0"], 64, "--runs: expected a whole number from 1 to "),
      (["run", "two.sqlite", "--run", "99"], 64, "two.sqlite: it has no such run; "),
      (["run", "two.sqlite", "--policy", "lottery"], 64, "two.sqlite: it has no such run; "),
      (["run", "two.sqlite", "--lua-path", "."], 64, "--lua-path: the store keeps what "),
      (
        ["run", "hour.lua", "--run", "3"], 64,
        "--run: it is for a store of runs (hour.lua is not one); "
      ),
    ] as [([String], Int32, String)] {
      let outcome = try place.run(arguments)
      #expect(outcome.status == status && outcome.errors.hasPrefix(message), "\(outcome)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test("runs that differ are reported with when they first do, and what made them")
  func text() {
    let made = Provenance(
      version: "0.1.0", commit: "abc", toolchain: "Swift 6.3", lua: "Lua 5.4.4", platform: "",
      command: "")
    var now = made
    now.commit = ""
    func run(_ number: Int) -> StoredRun {
      StoredRun(number: number, setting: 0, policy: 0, seed: 1, fingerprint: "")
    }
    let clock = DayClock(startsAt: .hours(6))
    let change = RunContents.Change(name: "fresh at open", stored: .number(0.25), now: nil)
    let other = RunContents.Change(name: "wake ups", stored: .number(7), now: .number(8))
    let long = RunContents.Change(
      name: "finding 1 of mail", stored: .text(String(repeating: "ab", count: 40)), now: nil)
    let text = VerificationText(
      path: "w.sqlite",
      differences: [
        .init(
          run: run(3),
          what: .events(first: .start + .hours(7) ... .start + .hours(8), [change, other]),
          clock: clock),
        .init(run: run(4), what: .events(first: nil, []), clock: clock),
        .init(run: run(5), what: .failed("a.lua: no"), clock: clock),
        .init(
          run: run(6), what: .contents([long] + Array(repeating: other, count: 6)), clock: clock),
      ], count: 1_200, missing: (1...6).map { "lottery, seed \($0)" }, stalls: 1,
      builds: [made], now: now, showsAll: false
    ).description { "first-come, seed \($0.number)" }
    #expect(
      text == """
        w.sqlite: 4 of 1,200 runs made again differ from what the store has

        run 3: first-come, seed 3
          the same until 13:00:00.000, another trace by 14:00:00.000
          fresh at open  0.25 -> none
          wake ups       7 -> 8

        run 4: first-come, seed 4
          another trace; the store does not say from when on

        run 5: first-come, seed 5
          could not be run: a.lua: no

        run 6: first-come, seed 6
          the same happens, but the store says something else of it
          finding 1 of mail
            stored  abababababababababababababababababababababababababababababab...
            now     none
          wake ups  7 -> 8
          wake ups  7 -> 8
          wake ups  7 -> 8
          wake ups  7 -> 8
          and 2 other parts; --all shows them

        6 runs of its plan are missing:
          lottery, seed 1
          lottery, seed 2
          lottery, seed 3
          lottery, seed 4
          lottery, seed 5
          and 1 more; --all shows them

        1 run that the watchdog ended was not made again

        made by  dormouse 0.1.0 (abc), Swift 6.3, Lua 5.4.4
        now      dormouse 0.1.0, Swift 6.3, Lua 5.4.4

        """)
  }
}
