import CLuaStress
import Device
import Foundation
import Policies
import Simulation
import TestSizes
import Testing

@testable import Scripting

/// An app that would stall the run if it could.
struct HostileScript: CustomTestStringConvertible, Sendable {
  let name: String
  /// How its process must end; nil: it goes on, slowed down by its own virtual time. One that holds
  /// more and more may meet its time before its memory.
  let exit: ExitReason?
  let source: String

  init(_ name: String, _ exit: ExitReason?, _ source: String) {
    self.name = name
    self.exit = exit
    self.source = source
  }

  var testDescription: String { name }

  static let all = slowSteps + lists + slowLibrary + collections + floods + hidden
}

@Suite("Hostile scripts end as apps")
struct HostileScriptTests {
  @Test("there are at least 60 of them, each with a name of its own")
  func count() {
    #expect(HostileScript.all.count >= 60)
    #expect(Set(HostileScript.all.map(\.name)).count == HostileScript.all.count)
  }

  /// Seconds of virtual CPU time for each, of which the costliest takes five to ten of a real
  /// processor: short enough that a machine four times as slow as usual stays below what the
  /// watchdog allows. DORMOUSE_HOSTILE=0.5 sets it, and prints what each script cost.
  private static let limit =
    ProcessInfo.processInfo.environment["DORMOUSE_HOSTILE"].flatMap(Double.init)
    ?? (FullSize.isWanted ? 0.15 : 0.1)

  /// Where every allocation collects, collections are not charged, and a script that holds more and
  /// more would collect for hours until its time is over: such scripts get a tenth of it.
  private static func limit(of script: HostileScript) -> Double {
    let ends = script.exit == .watchdog || script.exit == .memoryLimit
    return ends && stress_is_everywhere() != 0 ? limit / 10 : limit
  }

  @Test(
    "what an app costs is charged to it: it ends, or is slowed down, and its neighbour is on time",
    arguments: HostileScript.all)
  func hostile(script: HostileScript) throws {
    var run = ScriptRun(.seconds(10))
    run.scenario.device.limits.callback = .seconds(Self.limit(of: script))
    run.add(
      "Timer.scheduledTimer(0.5, true, function() print('alive') end) return {}",
      name: "neighbour", modes: .resident)
    run.add(script.source, name: "hostile", memoryCapBytes: 24 << 20)
    run.open("hostile", at: .seconds(1))
    let began = processorSeconds()
    let outcome = try run.result()
    let seconds = processorSeconds() - began
    if ProcessInfo.processInfo.environment["DORMOUSE_HOSTILE"] != nil {
      print("HOSTILE \(seconds) \(outcome.exits(of: "hostile")) \(script.name)")
    }
    #expect(outcome.breakdown == nil)
    var exits = outcome.exits(of: "hostile")
    if script.exit == .memoryLimit, exits == [ExitReason.watchdog.rawValue] {
      exits = [ExitReason.memoryLimit.rawValue]
    }
    #expect(exits == (script.exit.map { [$0.rawValue] } ?? []))
    #expect(outcome.timedLogs(of: "neighbour") == Self.onTime)
    #expect(outcome.exits(of: "neighbour") == [])
    // Where every allocation collects, tests of speed say nothing.
    #expect(seconds < 8 || stress_is_everywhere() != 0)
    // Whatever is done in no time, the device's part of it is bounded too: 4,000 callbacks a
    // second.
    #expect(outcome.run.events < 3 * (1_000 + 10 * 4_000))
  }

  @Test(
    "what the meter sees too little of ends within 10 s: as an app, or by the watchdog",
    .fullSize, .disabled(if: stress_is_everywhere() != 0),
    arguments: HostileScript.endedByWatchdog)
  func stalling(script: HostileScript) throws {
    var run = ScriptRun(.seconds(10))
    run.scenario.device.limits.callback = .seconds(Self.limit)
    run.add(script.source, name: "hostile", memoryCapBytes: 64 << 20)
    run.open("hostile", at: .seconds(1))
    let began = processorSeconds()
    let outcome = try run.result()
    let seconds = processorSeconds() - began
    let exits = outcome.exits(of: "hostile")
    if ProcessInfo.processInfo.environment["DORMOUSE_HOSTILE"] != nil {
      print("HOSTILE \(seconds) \(outcome.breakdown == nil ? "\(exits)" : "stall") \(script.name)")
    }
    #expect(outcome.breakdown?.cause == .stall || (outcome.breakdown == nil && exits.count <= 1))
    #expect(seconds < 10)
  }

  private static let onTime = (1...20).map { tick in
    "\(tick % 2 == 0 ? "\(tick / 2)" : "\(Double(tick) / 2)") alive"
  }

  private func processorSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
