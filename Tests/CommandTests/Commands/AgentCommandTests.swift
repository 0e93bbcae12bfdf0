import Foundation
import Runs
import Testing

@Suite("dormouse agent")
struct AgentCommandTests {
  /// Two apps that fetch every ten minutes, for two hours.
  private func place() throws -> Workplace {
    let place = try Workplace()
    try place.write(
      """
      local delegate = {}
      function delegate:didFinishLaunching(application)
        application:setMinimumBackgroundFetchInterval(600)
      end
      function delegate:performFetch(application, completionHandler)
        completionHandler(UIBackgroundFetchResult.noData)
      end
      return delegate
      """, to: "reader.lua")
    try place.write(
      """
      local p = scenario.parameters { news = { default = 2, min = 1 } }
      return scenario {
        title = "Two readers", duration = hours(2), seed = 1,
        device = device { os = "iOS 13" },
        apps = {
          app { id = "news", script = "reader.lua", modes = { "fetch" } },
          app { id = "mail", script = "reader.lua", modes = { "fetch" } },
        },
        servers = { server { host = "news.example", publishes = { perHour = p.news } } },
        user = usage.schedule { { at = 0, open = "news", lasting = 5 },
          { at = 10, open = "mail", lasting = 5 } },
        policy = "first-come",
      }
      """, to: "two.lua")
    return place
  }

  /// What a run writes whose other end gives an answer over and over.
  private struct Conversation {
    let header: [String: Any]
    let rows: [[Double]]
    let report: [String: Any]
    let outcome: Workplace.Outcome
  }

  private func run(
    _ place: Workplace, answering answer: [Double], _ options: String = ""
  ) throws -> Conversation {
    let bytes = answer.flatMap { number in
      (0..<8).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * $0)) }
    }
    let octal = bytes.map { "\\" + String($0, radix: 8) }.joined()
    let outcome = try place.shell(
      "while printf '\(octal)'; do :; done 2>/dev/null | \"$0\" agent two.lua \(options) > out")
    let output = [UInt8](try Data(contentsOf: place.folder.appendingPathComponent("out")))
    let line = output.prefix { $0 != UInt8(ascii: "\n") }
    let header = try object(line)
    let size = 8 * rowLength
    var rest = output.dropFirst(line.count + 1)
    var rows: [[Double]] = []
    while rest.count >= size, rows.last?.first != 2 {
      rows.append(
        stride(from: 0, to: size, by: 8).map { place in
          let bits = (0..<8).reduce(UInt64(0)) { word, byte in
            word | UInt64(rest[rest.startIndex + place + byte]) << (8 * byte)
          }
          return Double(bitPattern: bits)
        })
      rest = rest.dropFirst(size)
    }
    let report = rest.isEmpty ? [:] : try object(rest)
    return Conversation(header: header, rows: rows, report: report, outcome: outcome)
  }

  private func object(_ bytes: some Sequence<UInt8>) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  private let features = AgentFeatures.ofDevice.count
  private var rowLength: Int { 5 + features + 2 * AgentFeatures.ofCandidates.count }

  @Test("rows are as the header says, and a row for the end comes before the report")
  func rows() throws {
    let told = try run(place(), answering: [0, 0, 0])
    #expect(told.outcome.status == 0 && told.outcome.errors.isEmpty, "\(told.outcome)")
    #expect(told.header["protocol"] as? Int == 1 && told.header["duration"] as? Int == 7_200)
    #expect(told.header["apps"] as? [String] == ["news", "mail"])
    let ofDevice = told.header["deviceFeatures"] as? [[String: String]]
    #expect(ofDevice?.map { $0["name"] } == AgentFeatures.ofDevice.map(\.name))
    let ofApps = told.header["appFeatures"] as? [[String: String]]
    #expect(ofApps?.map { $0["unit"] } == AgentFeatures.ofCandidates.map(\.unit))
    #expect(told.rows.count > 1 && told.rows.dropLast().allSatisfy { $0[0] == 1 })
    #expect(told.rows.last?[0] == 2 && told.rows.last?[5] == 2, "hours since the start")
    #expect(told.rows.allSatisfy { $0.count == rowLength && $0.allSatisfy(\.isFinite) })
    // Both were opened in the first half minute, and wait since their interval has passed.
    #expect(told.rows.first?[5 + features] == 1, "news waits")
    let device = try #require(told.report["device"] as? [String: Any])
    #expect(device["decisionsRefused"] as? Int == 0 && device["wakeUps"] as? Int == 0)
  }

  @Test("an agent that starts the first app has work done, and asks come more often on request")
  func answers() throws {
    let place = try place()
    let first = try run(place, answering: [1, 0, 0], "--reason 'it is the first'")
    #expect(first.outcome.status == 0)
    let often = try run(place, answering: [0, 0, 0], "--ask-every 1m")
    let seldom = try run(place, answering: [0, 0, 0])
    #expect(often.rows.count > seldom.rows.count + 60)
    let warm = try run(place, answering: [0, 0, 0], "--warm-up 1h")
    #expect(warm.rows == seldom.rows, "what is counted goes on")
    let fingerprint = try #require(seldom.report["fingerprint"] as? String)
    #expect(warm.report["fingerprint"] as? String == fingerprint)
    #expect(first.report["fingerprint"] as? String != fingerprint)
  }

  @Test(
    "answers that no policy could give end it with a message",
    arguments: [
      ([3.0, 0, 0], "agent: an answer begins with the number of apps, 0 to 2 (3.0)"),
      ([.nan, 0, 0], "agent: an answer begins with the number of apps, 0 to 2 (nan)"),
      ([1, 2, 0], "agent: there is no app of this number (2.0); give 0 to 1"),
      ([1, 0.5, 0], "agent: there is no app of this number (0.5); give 0 to 1"),
    ] as [([Double], String)])
  func badAnswers(answer: [Double], message: String) throws {
    let told = try run(place(), answering: answer)
    #expect(told.outcome.status == 65 && told.outcome.errors.contains(message), "\(told.outcome)")
    #expect(told.rows.count == 1 && told.report.isEmpty)
  }

  @Test("it ends quietly when the other end is gone, and refuses invalid options")
  func endings() throws {
    let place = try place()
    let gone = try place.shell("\"$0\" agent two.lua < /dev/null > out")
    #expect(gone.status == 0 && gone.errors.isEmpty, "\(gone)")
    let inTerminal =
      "import os, pty, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))"
    let screen = try place.shell("python3 -c '\(inTerminal)' \"$0\" agent two.lua")
    #expect(screen.status == 64 && screen.output.contains("not for a terminal"), "\(screen)")
    for (options, status, part) in [
      (["--ask-every", "0s"], 64, "--ask-every: expected a time of at least 1s"),
      (["--ask-every", "soon"], 64, "--ask-every: expected a time of at least 1s"),
      (["--warm-up", "soon"], 64, "--warm-up: "), (["--policy", "fair-share"], 64, "--policy"),
      (["--set", "moon=1"], 64, "moon"),
    ] as [([String], Int32, String)] {
      let outcome = try place.run(["agent", "two.lua"] + options)
      #expect(outcome.status == status && outcome.errors.contains(part), "\(outcome)")
    }
  }

  @Test("docs/agents.md lists what an agent sees")
  func page() throws {
    let page = try String(contentsOfFile: repositoryFile("docs/agents.md"), encoding: .utf8)
    let rows =
      AgentFeatures.ofDevice.map { "| `\($0.name)` | \($0.unit) |" }
      + AgentFeatures.ofCandidates.map { "| `\($0.name)` | \($0.unit) |" }
    let lines = page.split(separator: "\n").map(String.init)
    #expect(lines.filter { $0.hasPrefix("| `") && $0.count { $0 == "|" } == 3 } == rows)
  }
}
