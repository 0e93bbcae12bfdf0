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
    #expect(lines.filter { $0.hasPrefix("  background seconds used ") }.count == 6)
    #expect(lines.contains { $0.hasPrefix("made by  dormouse 0.0.9") })
    #expect(lines.last?.hasPrefix("now      dormouse \(Dormouse.build.version)") == true)
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
    let change = Verification.FigureChange(
      name: "fresh at open", unit: .share, stored: 0.25, now: nil)
    let other = Verification.FigureChange(name: "wake ups", unit: .count, stored: 7, now: 8)
    let text = VerificationText(
      path: "w.sqlite",
      differences: [
        .init(
          run: run(3),
          what: .events(first: .start + .hours(7) ... .start + .hours(8), [change, other]),
          clock: clock),
        .init(run: run(4), what: .events(first: nil, []), clock: clock),
        .init(run: run(5), what: .failed("a.lua: no"), clock: clock),
        .init(run: run(6), what: .figures(Array(repeating: other, count: 7)), clock: clock),
      ], count: 1_200, builds: [made], now: now, showsAll: false
    ).description { "first-come, seed \($0.number)" }
    #expect(
      text == """
        w.sqlite: 4 of 1,200 runs made again differ from what the store has

        run 3: first-come, seed 3
          the same until 13:00:00.000, another trace by 14:00:00.000
          fresh at open  0.25 -> none
          wake ups       7.0 -> 8.0

        run 4: first-come, seed 4
          another trace; the store does not say from when on

        run 5: first-come, seed 5
          could not be run: a.lua: no

        run 6: first-come, seed 6
          the same happens, but figures differ
          wake ups  7.0 -> 8.0
          wake ups  7.0 -> 8.0
          wake ups  7.0 -> 8.0
          wake ups  7.0 -> 8.0
          wake ups  7.0 -> 8.0
          and 2 other figures; --all shows them

        made by  dormouse 0.1.0 (abc), Swift 6.3, Lua 5.4.4
        now      dormouse 0.1.0, Swift 6.3, Lua 5.4.4

        """)
  }
}
