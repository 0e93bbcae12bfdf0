import Experiments
import Foundation
import Testing

/// What the machine is too slow or too small for is no result. The scripts here would go on for
/// hours, so that no test depends on how fast the machine is.
@Suite("The watchdog, and a machine without room, in each command")
struct WatchdogCommandTests {
  /// `chain` is 1,900 tables, each the `__index` of the next: what is looked up there 4 million times
  /// within one call takes a minute, and the script does that for ever.
  private static func spinner(_ callback: String) -> String {
    """
    local chain = {}
    for i = 1, 1900 do chain = setmetatable({}, { __index = chain }) end
    local function spin() return (("a"):rep(4000000):gsub(".", chain)) end
    local app = {}
    function app:\(callback)()
      spin()
    end
    return app
    """
  }

  /// Spins when it is asked for time.
  private static let policy =
    "local n = 0 return policy { backgroundTime = function(self)\n"
    + spinner("x").replacing("return app", with: "") + " spin() return 1 end }"

  private static let over = "one call took over 0.3 s of processor time"

  @Test("run ends with 70, and tells app, callback, time and line")
  func run() throws {
    let place = try Workplace.withScripts()
    try place.write(Self.spinner("didBecomeActive"), to: "sleeper.lua")
    let outcome = try place.run("run", "hour.lua", "--stall-after", "0.3")
    #expect(outcome.status == 70)
    #expect(
      outcome.errors.hasPrefix(
        "hour.lua: the run was broken off: sleeper, didBecomeActive at 08:20:00.080: "
          + "sleeper.lua:3: \(Self.over); "), "\(outcome.errors)")
    let quiet = try Workplace.withScripts()
    try quiet.write(Self.policy, to: "slow.lua")
    let other = try quiet.run("run", "hour.lua", "--policy", "slow.lua", "--stall-after", "0.3")
    #expect(other.status == 70)
    #expect(other.errors.contains("the policy at 08:11:00.000: slow.lua:4: \(Self.over)"))
  }

  @Test("scripts that declare something are ended likewise, with 70 and their line")
  func declarations() throws {
    let place = try Workplace.withScripts()
    try place.write(
      Self.spinner("x").replacing("return app", with: "\nspin()\nreturn scenario {}"), to: "a.lua")
    for command in ["run", "check"] {
      let outcome = try place.run(command, "a.lua", "--stall-after", "0.3")
      #expect(outcome.status == 70)
      #expect(outcome.errors.contains("a.lua:3: \(Self.over)"), "\(outcome.errors)")
    }
  }

  @Test("a text that takes the compiler too long is told with its file")
  func compiler() throws {
    let place = try Workplace.withScripts()
    try place.write(
      "return " + String(repeating: "a or ", count: 160_000) + "{}", to: "sleeper.lua")
    let outcome = try place.run("run", "hour.lua", "--stall-after", "0.3")
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("sleeper.lua: \(Self.over)"), "\(outcome.errors)")
  }

  @Test("test fails the test that is ended; the others go on")
  func test() throws {
    let place = try Workplace.withScripts()
    let spin = Self.spinner("x").replacing("return app", with: "")
    try place.write(
      spin + """
        test("one that spins", function(t)
          spin()
        end)
        test("one that does not", function() expect(1):toEqual(1) end)
        """, to: "spins_test.lua")
    try place.write("test(\"whole\", function() expect(1):toEqual(1) end)", to: "whole_test.lua")
    let outcome = try place.run(
      "test", "spins_test.lua", "whole_test.lua", "--stall-after", "0.3")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("3 tests: 2 passed, 1 failed"), "\(outcome.output)")
    #expect(outcome.output.contains("spins_test.lua:3"))
    #expect(outcome.output.contains(Self.over))
  }

  @Test("check tells of an app that is ended while it is tried, and goes on with other files")
  func check() throws {
    let place = try Workplace.withScripts()
    try place.write(Self.spinner("didBecomeActive"), to: "spins.lua")
    let outcome = try place.run("check", "spins.lua", "saver.lua", "--stall-after", "0.3")
    #expect(outcome.status == 70)
    #expect(outcome.errors.contains("spins, didBecomeActive"), "\(outcome.errors)")
    #expect(outcome.errors.contains("spins.lua:3: \(Self.over)"))
    #expect(outcome.output.contains("saver.lua: app, no faults, 1 risk"))
  }

  @Test("compare marks the run in its store, goes on with the others, and tries it again")
  func compare() throws {
    let place = try Workplace.withExperiment()
    let slow = try place.read("half.lua")
    try place.write(Self.policy, to: "half.lua")
    try place.writeExperiment([("replications = 3", "replications = 1")])
    let outcome = try place.run("compare", "two.lua", "--stall-after", "0.3", "--jobs", "2")
    #expect(outcome.status == 70)
    let store = try Store(place.folder.appendingPathComponent("two.sqlite").path, access: .read)
    let progress = try store.progress()
    #expect(progress.done == 4 && progress.failed == 0)
    #expect(progress.stalled == 2 && progress.missing == 0)
    #expect(
      outcome.errors.contains(
        "two.lua: 2 of 6 runs stalled, the first: the policy at 08:11:00.000: half.lua:4: "
          + Self.over), "\(outcome.errors)")
    #expect(try store.failures().allSatisfy { $0.isStalled && $0.message.contains(Self.over) })
    let report = try place.run("report", "two.sqlite")
    #expect(report.output.contains("2 stalled"), "\(report.output)")
    // What was ended is no result: the same command runs it again, and only that.
    let again = try place.run("compare", "two.lua", "--stall-after", "0.3", "--jobs", "2")
    #expect(again.status == 70)
    #expect(again.errors.contains("4 runs done before, 2 more in "), "\(again.errors)")
    try place.write(slow, to: "half.lua")
    let whole = try place.run("compare", "two.lua", "--jobs", "2")
    #expect(whole.status == 0)
    #expect(whole.errors.contains("4 runs done before, 2 more in "), "\(whole.errors)")
  }

  @Test("a time that is none is refused")
  func option() throws {
    let place = try Workplace.withScripts()
    for text in ["soon", "-1", "0.01", "1e9"] {
      let outcome = try place.run("run", "hour.lua", "--stall-after", text)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains("--stall-after: no time in seconds (\(text)); "))
    }
  }

  @Test("where the machine has no room for an app, its run is broken off and not kept")
  func noRoom() throws {
    let place = try Workplace.withExperiment()
    let whole = try place.run("compare", "two.lua", "-o", "whole.sqlite", "--quiet")
    #expect(whole.status == 0)
    // Each state has 4 GiB of addresses: there is room for the first app. In an experiment, whose
    // scripts have states too, there is none beside a policy in Lua: its runs came to other figures.
    let run = try place.shell("ulimit -v 7000000; exec $0 run hour.lua")
    #expect(run.status == 70)
    #expect(run.errors.contains(", load at "), "\(run.errors)")
    #expect(run.errors.contains("Lua: no address space for another state"))
    let compare = try place.shell("ulimit -v 10000000; exec $0 compare two.lua --jobs 1")
    #expect(compare.status == 70)
    #expect(compare.errors.contains("Lua: no address space for another state"))
    let store = try Store(place.folder.appendingPathComponent("two.sqlite").path, access: .read)
    #expect(try store.progress().failed + store.progress().stalled == 0)
    #expect(try !store.exits().contains { "\($0.reason)".contains("memoryLimit") })
    // With room, the same command comes to what it came to at once.
    #expect(try place.run("compare", "two.lua", "--quiet").status == 0)
    #expect(try place.results(of: "two.sqlite") == place.results(of: "whole.sqlite"))
  }
}
