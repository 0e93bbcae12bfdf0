import Device
import Foundation
import Lua
import Policies
import Simulation

@testable import Scripting

/// A device with scripted apps, run to its end: what the tests of this folder look at.
struct ScriptRun {
  var scenario: Scenario
  private var sources: [(source: String, reference: AppScriptReference)] = []
  private var moduleTexts: [String: String] = [:]

  init(_ duration: TimeSpan = .minutes(10), seed: UInt64 = 1) {
    scenario = Scenario(duration: duration, seed: seed)
    scenario.device.pool.initial = .minutes(10)
  }

  /// One app in front from the first second, ten minutes long.
  init(app source: String) {
    self.init()
    add(source)
    open("app", at: .seconds(1))
  }

  /// One app for Android, opened at 1 and left at 10, on a phone that does not doze.
  init(android source: String, minutes: Int) {
    self.init(.minutes(minutes))
    add(source)
    open("app", at: .seconds(1))
    close(at: .seconds(10))
    scenario.device = DeviceConfiguration(.android15)
    scenario.device.dozes = false
    scenario.servers = [ServerConfiguration(host: "news.example")]
  }

  mutating func add(
    _ source: String, name: String = "app", modes: BackgroundModes = [],
    options: LuaValue = .table([]), memoryCapBytes: Int = 4 << 20,
    cpuNanosecondsPerTick: Int = 50_000
  ) {
    scenario.apps.append(AppConfiguration(name: name, modes: modes))
    sources.append(
      (
        source,
        AppScriptReference(
          path: "\(name).lua", options: options, memoryCapBytes: memoryCapBytes,
          cpuNanosecondsPerTick: cpuNanosecondsPerTick)
      ))
  }

  mutating func module(_ path: String, _ text: String) { moduleTexts["lib/\(path)"] = text }

  mutating func open(_ name: String, at time: TimeSpan) {
    guard let index = scenario.apps.firstIndex(where: { $0.name == name }) else { return }
    scenario.user.append(UserAction(at: .start + time, kind: .open(AppID(index))))
  }

  mutating func close(at time: TimeSpan) {
    scenario.user.append(UserAction(at: .start + time, kind: .close))
  }

  func result() throws -> Outcome {
    let texts = Dictionary(uniqueKeysWithValues: sources.map { ($0.reference.path, $0.source) })
    let files = ScriptTexts(texts.merging(moduleTexts) { own, _ in own })
    let scripts = try AppScripts(
      sources.map(\.reference), files: files,
      modules: ModuleSearch(files: files, folders: ["lib"]))
    let lines = TraceLines()
    let device = Device(
      scenario, policy: FirstCome(), trace: Trace(sink: lines), behaviors: scripts.behaviorFactory)
    device.run()
    return Outcome(
      run: device.result(), breakdown: device.breakdown, records: lines.records)
  }

  /// What came of a run.
  struct Outcome {
    let run: RunResult
    /// Why the run was broken off.
    let breakdown: RunBreakdown?
    let records: [[String: Any]]

    /// The messages of an app, in order.
    func logs(of name: String = "app") -> [String] {
      of(name, "app.log").compactMap { $0["message"] as? String }
    }

    /// The same with the second at which each was written.
    func timedLogs(of name: String = "app") -> [String] {
      of(name, "app.log").map { "\(Self.seconds($0)) \($0["message"] as? String ?? "")" }
    }

    func exits(of name: String = "app") -> [String] {
      of(name, "app.exit").compactMap { $0["reason"] as? String }
    }

    func exitDetails(of name: String = "app") -> [String] {
      of(name, "app.exit").compactMap { $0["detail"] as? String }
    }

    /// As "rule file:line", in order of first appearance.
    var findings: [String] {
      run.findings.map { "\($0.rule.rawValue) \($0.location?.description ?? "nowhere")" }
    }

    var messages: [String] { run.findings.map(\.message) }

    private func of(_ name: String, _ kind: String) -> [[String: Any]] {
      records.filter { $0["kind"] as? String == kind && $0["app"] as? String == name }
    }

    private static func seconds(_ record: [String: Any]) -> String {
      // What loading and running cost is left out.
      let milliseconds = (record["ns"] as? Int ?? 0) / 1_000_000
      return milliseconds % 1_000 == 0
        ? "\(milliseconds / 1_000)" : "\(Double(milliseconds) / 1e3)"
    }
  }
}

/// Keeps a trace as records.
final class TraceLines: TraceSink {
  private var bytes: [UInt8] = []

  func write(_ bytes: [UInt8]) { self.bytes += bytes }

  var records: [[String: Any]] {
    bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
      (try? JSONSerialization.jsonObject(with: Data(line))) as? [String: Any]
    }
  }
}
