import Device
import Simulation
import Testing

@testable import Scripting

/// The program that this simulator began with: an app that begins a task each time it enters the
/// background, left four times.
@Suite("Four stays in the background, on six versions (B2, B6, U5)")
struct FourStaysTests {
  /// A version, the seconds of each stay, and the code of the exit if one leaks.
  struct Row: CustomTestStringConvertible {
    let version: String
    let allowance: Int
    let code: String

    var testDescription: String { version }
  }

  static let rows = [
    Row(version: "iOS 4", allowance: 600, code: "0x8badf00d"),
    Row(version: "iOS 6", allowance: 600, code: "0x8badf00d"),
    Row(version: "iOS 7", allowance: 180, code: "0x8badf00d"),
    Row(version: "iOS 12", allowance: 180, code: "0x8badf00d"),
    Row(version: "iOS 13", allowance: 30, code: "0x2182bad2"),
    Row(version: "iOS 26", allowance: 30, code: "0x2182bad2"),
  ]

  private static let app = """
    local delegate = { stays = 0 }
    function delegate:didEnterBackground(application)
      self.stays = self.stays + 1
      local stay = self.stays
      local task
      task = application:beginBackgroundTask(function()
        NSLog("%d: handler", stay)
        if stay < 4 then application:endBackgroundTask(task) end
      end)
      NSLog("%d: %.0f", stay, application.backgroundTimeRemaining)
      if stay == 1 then
        Timer.scheduledTimer(20, false, function() application:endBackgroundTask(task) end)
      end
    end
    return delegate
    """

  /// Leaves the app four times, a whole allowance and more apart; the moments at which it does.
  private func leave(_ source: String, _ row: Row) throws -> (ScriptRun.Outcome, left: [Int]) {
    var run = ScriptRun(.seconds(5 * (row.allowance + 100)))
    run.scenario.device = DeviceConfiguration(try #require(Platform(named: row.version)))
    run.add(source)
    var left: [Int] = []
    for stay in 0..<4 {
      let opened = 1 + stay * (row.allowance + 100)
      run.open("app", at: .seconds(opened))
      run.close(at: .seconds(opened + 10))
      left.append(opened + 10)
    }
    return (try run.result(), left)
  }

  @Test(
    "each stay has its own allowance, and the one that leaks ends the process by the code of its version",
    arguments: rows)
  func stays(row: Row) throws {
    let (outcome, left) = try leave(Self.app, row)
    let handler = row.allowance - 5
    #expect(
      outcome.timedLogs() == [
        "\(left[0]) 1: \(row.allowance)",
        "\(left[1]) 2: \(row.allowance)", "\(left[1] + handler) 2: handler",
        "\(left[2]) 3: \(row.allowance)", "\(left[2] + handler) 3: handler",
        "\(left[3]) 4: \(row.allowance)", "\(left[3] + handler) 4: handler",
      ])
    #expect(outcome.exits() == ["backgroundTaskAssertionTimeout"])
    let exit = try #require(outcome.records.first { $0["kind"] as? String == "app.exit" })
    #expect(exit["code"] as? String == row.code)
    #expect((exit["ns"] as? Int).map { $0 / 1_000_000_000 } == left[3] + row.allowance)
    #expect(outcome.run.apps[0].tasksRefused == 0)
  }

  @Test(
    "the cookbook's app lives through its four stays on every version, each with the whole allowance",
    arguments: rows)
  func cookbook(row: Row) throws {
    let source = try #require(RepositoryFiles().contents(of: "scripts/apps/cookbook.lua"))
    let (outcome, left) = try leave(String(decoding: source, as: UTF8.self), row)
    let logs = outcome.timedLogs()
    for moment in left {
      let first = logs.first { $0.hasPrefix("\(moment + 1) ") }
      #expect(
        first == "\(moment + 1) Background Time Remaining = \(row.allowance - 1).00 Seconds")
    }
    #expect(outcome.exits() == [])
    #expect(outcome.run.apps[0].tasksExpired == 4 && outcome.run.apps[0].tasksRefused == 0)
    #expect(outcome.findings.contains { $0.hasPrefix("taskNotEndedInHandler") })
  }
}
