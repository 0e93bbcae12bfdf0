import Device
import Foundation
import Reports
import Runs
import Scripting
import Simulation

/// The command `dormouse agent`: runs a scenario in which the program at the other end of its
/// standard streams decides. scripts/python is such a program; docs/agents.md has the protocol.
struct AgentCommand {
  static let command = Command(
    name: "agent", summary: "let another program decide in a run, as Gymnasium's agents do",
    usage: "SCENARIO [options]", operands: 1...1,
    options: Composition.Request.options.filter { !["policy", "run"].contains($0.name) } + [
      .init(name: "warm-up", value: "TIME", summary: "leave this much out of the figures: 7d, 6h"),
      .init(
        name: "ask-every", value: "TIME",
        summary: "ask again after this time while work waits (else: only when something happens)"),
      .init(name: "reason", value: "TEXT", summary: "why, in the trace, for every start"),
      .init(name: "ask-at-opens", summary: "ask at each open of an app, too, while work waits"),
    ],
    notes: """
      It is for programs: a line of JSON that says what follows, then for each decision a row of \
      numbers on the standard output, and for each a row on the standard input; see docs/agents.md. \
      The Python package in scripts/python does all of this.
      """
  ) { (arguments, console) throws(CommandError) in
    try AgentCommand(arguments, console).run()
  }

  private let request: Composition.Request
  private let warmUp: WrittenMoment?
  private let askEvery: TimeSpan?
  private let asksAtOpens: Bool
  private let arguments: Arguments
  private let console: Console

  private init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    request = try Composition.Request(arguments)
    warmUp = try arguments.moment("warm-up")
    askEvery = arguments.value("ask-every").flatMap { TimeSpan(argument: $0) }
    if let written = arguments.value("ask-every"), askEvery ?? .zero < .seconds(1) {
      throw .usage("--ask-every: expected a time of at least 1s, such as 15m (\(shown(written)))")
    }
    asksAtOpens = arguments.has("ask-at-opens")
    self.arguments = arguments
    self.console = console
  }

  private func run() throws(CommandError) {
    guard !console.isOutputTerminal else {
      throw .usage(
        "agent: it writes rows of numbers for a program, not for a terminal; see docs/agents.md")
    }
    try request.requireFiles(in: [.script])
    let parts = try request.composed()
    let scenario = parts.loaded.scenario
    let clock = DayClock(startsAt: scenario.startsAt)
    try arguments.check("warm-up", warmUp, on: clock)
    let channel = AgentChannel(apps: scenario.apps.count, output: console.output)
    let reason = arguments.value("reason")
    var device: Device?
    let policy = DelegatedPolicy(asksAtOpens: asksAtOpens) { candidates, slots, snapshot in
      guard let device else { return WorkDecision() }
      var decision = channel.decision(candidates, slots, snapshot, on: device)
      decision.askAgainAfter = askEvery
      if let reason { decision.reasons = decision.chosen.map { ($0, reason) } }
      return decision
    }
    let running = Composition(parts.loaded, parts.apps, policy).device()
    device = running
    try console.output.write(AgentChannel.header(of: scenario) + "\n")
    let goesOn = { (_: Instant, _: Int) in !channel.isOver }
    if let warmUp {
      running.run(until: min(warmUp.instant(clock), .start + scenario.duration), watch: goesOn)
      channel.beginMeasuring(running)
      running.beginMeasuring()
    }
    running.run(until: .start + scenario.duration, watch: goesOn)
    try channel.throwProblem()
    if channel.isOver { return }
    try running.throwBreakdown(in: parts.loaded.path)
    try channel.end(running)
    try console.output.write(RunReport(running.result()).json + "\n")
  }
}

/// The rows of numbers that pass between a run and the program that decides in it.
final class AgentChannel {
  /// The version of what is written and read.
  private static let protocolVersion = 1
  /// What is counted from the start on.
  private static let counts = ["opens", "freshOpens", "backgroundJoules"]

  private let input = FileHandle.standardInput
  private let output: OutputStream
  private let apps: Int
  private var row: [Double] = []
  /// What was counted before the figures began.
  private var before = (all: 0, fresh: 0)
  private var problem: CommandError?
  /// The other program has gone, or answered what cannot be read.
  private(set) var isOver = false

  init(apps: Int, output: OutputStream) {
    self.apps = apps
    self.output = output
  }

  /// Returns the line that says what the rows mean.
  static func header(of scenario: Scenario) -> String {
    func list<Subject>(_ features: [AgentFeature<Subject>]) -> JSONValue {
      .array(features.map { ["name": $0.name, "unit": $0.unit] })
    }
    let header: JSONValue = [
      "protocol": protocolVersion, "version": Dormouse.version, "scenario": scenario.title,
      "seed": scenario.seed, "duration": scenario.duration.seconds,
      "apps": JSONValue.array(scenario.apps.map { JSONValue.string($0.name) }),
      "counts": JSONValue.array(counts.map { JSONValue.string($0) }),
      "deviceFeatures": list(AgentFeatures.ofDevice),
      "appFeatures": list(AgentFeatures.ofCandidates),
    ]
    return header.compactText
  }

  /// Asks the other program.
  func decision(
    _ candidates: WorkCandidates, _ slots: Int, _ snapshot: DeviceSnapshot, on device: Device
  ) -> WorkDecision {
    if isOver { return WorkDecision() }
    fill(1, slots, snapshot, on: device)
    let first = row.count - apps * AgentFeatures.ofCandidates.count
    for candidate in candidates {
      var place = first + Int(candidate.app.id.index) * AgentFeatures.ofCandidates.count
      let sight = CandidateSight(candidate, on: snapshot)
      for feature in AgentFeatures.ofCandidates {
        row[place] = feature.value(sight)
        place += 1
      }
    }
    do throws(CommandError) {
      try send()
      return WorkDecision(try receive())
    } catch {
      problem = error == .outputClosed ? nil : error
      isOver = true
      return WorkDecision()
    }
  }

  func beginMeasuring(_ device: Device) {
    before.all += device.opensWithContent.all
    before.fresh += device.opensWithContent.fresh
  }

  /// Says that the run is over, with what was counted.
  func end(_ device: Device) throws(CommandError) {
    fill(2, 0, device.present, on: device)
    try send()
  }

  func throwProblem() throws(CommandError) { if let problem { throw problem } }

  /// Makes a row in which no app waits.
  private func fill(_ what: Double, _ slots: Int, _ snapshot: DeviceSnapshot, on device: Device) {
    let opens = device.opensWithContent
    row =
      [
        what, Double(slots), Double(before.all + opens.all), Double(before.fresh + opens.fresh),
        snapshot.backgroundEnergy.joules,
      ] + AgentFeatures.ofDevice.map { $0.value(snapshot) }
      + repeatElement(0, count: apps * AgentFeatures.ofCandidates.count)
  }

  private func send() throws(CommandError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(8 * row.count)
    for number in row {
      for shift in stride(from: 0, to: 64, by: 8) {
        bytes.append(UInt8(truncatingIfNeeded: number.bitPattern >> shift))
      }
    }
    try output.write(bytes)
    try output.flush()
  }

  /// Returns the apps that the other program names, best first. Numbers that name no app are no
  /// decision of any policy.
  private func receive() throws(CommandError) -> [AppID] {
    let answer = try numbers(apps + 1)
    guard let count = Int(exactly: answer[0]), (0...apps).contains(count) else {
      throw .data("agent: an answer begins with the number of apps, 0 to \(apps) (\(answer[0]))")
    }
    var chosen: [AppID] = []
    for number in answer[1...].prefix(count) {
      guard let place = Int(exactly: number), (0..<apps).contains(place) else {
        throw .data("agent: there is no app of this number (\(number)); give 0 to \(apps - 1)")
      }
      chosen.append(AppID(place))
    }
    return chosen
  }

  /// Returns the next numbers of the input.
  private func numbers(_ count: Int) throws(CommandError) -> [Double] {
    var bytes = Data()
    while bytes.count < 8 * count {
      guard let part = try? input.read(upToCount: 8 * count - bytes.count), !part.isEmpty else {
        throw .outputClosed
      }
      bytes.append(part)
    }
    return (0..<count).map { place in
      Double(
        bitPattern: bytes.dropFirst(8 * place).prefix(8).reversed().reduce(0) {
          $0 << 8 | UInt64($1)
        })
    }
  }
}
