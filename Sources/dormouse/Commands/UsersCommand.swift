import Device
import Reports
import Runs
import Scripting
import Simulation
import Users
import Workflows

/// The command `dormouse users`: describes users, drawn by scenarios or recorded, beside real ones.
enum UsersCommand {
  static let command = Command(
    name: "users", summary: "describe users, drawn or recorded, beside published figures",
    usage: "SCENARIO|RECORDING... [options]", operands: 1...100,
    options: [
      .init(
        name: "people", value: "N", summary: "of a scenario: draw so many users (else: 200)"),
      .init(
        name: "days", value: "N", summary: "of a scenario: for so many days (else: its duration)"),
      .init(
        name: "set", value: "K=V", repeats: true,
        summary: "set a parameter of the scenarios; may be repeated"),
      .init(
        name: "recorded", value: "FORMAT",
        summary: UsageTrace.Format.allCases.map(\.rawValue).joined(separator: ", ")
          + " (else: recognised by its beginning)"),
      .init(name: "format", value: "FORMAT", summary: "text, json or csv (else: text)"),
      .init(
        name: "check", value: "SOURCE",
        summary: "end with status 1 unless drawn users are near "
          + UsageFigure.Source.checkable.map(\.rawValue).joined(separator: " or ")),
      .init(
        name: "lua-path", value: "DIR", repeats: true,
        summary: "look here too for what scripts require; may be repeated"),
    ],
    notes: """
      The users of a scenario are those of the seeds 1 to N; those of a recording are all in it. How
      each figure is measured, and who has published it: docs/people.md.
      """
  ) { (arguments, console) throws(CommandError) in
    let format = try choice("format", in: OutputFormat.allCases, arguments) ?? .text
    let source = try choice("check", in: UsageFigure.Source.checkable, arguments)
    let reading = try Reading(arguments, console)
    var subjects: [UsersReport.Subject] = []
    for path in arguments.operands { subjects.append(try reading.subject(path)) }
    let report = UsersReport(subjects)
    switch format {
    case .text: try console.output.write(report.text(width: console.width))
    case .json: try console.output.write(report.json.text + "\n")
    case .csv: try console.output.write(report.csv)
    }
    guard let source else { return }
    guard subjects.contains(where: \.isDrawn) else {
      throw .usage("--check: it is for users that a scenario draws; name a scenario")
    }
    let misses = report.misses(of: source)
    guard misses.isEmpty else {
      throw .expectation(misses.joined(separator: "\n"))
    }
  }

  private enum OutputFormat: String, CaseIterable { case text, json, csv }

  private static func choice<Choice: RawRepresentable>(
    _ option: String, in choices: [Choice], _ arguments: Arguments
  ) throws(CommandError) -> Choice? where Choice.RawValue == String {
    guard let name = arguments.value(option) else { return nil }
    if let choice = choices.first(where: { $0.rawValue == name }) { return choice }
    let known = choices.map(\.rawValue)
    throw .usage(
      "--\(option): there is no such value (\(shown(name))); "
        + advice(for: name, among: known, otherwise: "give one of \(known.joined(separator: ", "))")
    )
  }

  /// The way in which files are read.
  private struct Reading {
    private let people: Int
    private let days: Int?
    private let request: Composition.Request
    private let recorded: UsageTrace.Format?
    private let console: Console

    init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
      people = try arguments.number("people", upTo: 1_000_000) ?? 200
      days = try arguments.number("days", upTo: 36_525)
      recorded = try choice("recorded", in: UsageTrace.Format.allCases, arguments)
      request = try Composition.Request(arguments)
      self.console = console
    }

    func subject(_ path: String) throws(CommandError) -> UsersReport.Subject {
      try InputFile.require(path)
      return path.hasSuffix(".lua") ? try scenario(path) : try recording(path)
    }

    private func scenario(_ path: String) throws(CommandError) -> UsersReport.Subject {
      try FileContent.require(path, in: [.script])
      do throws(ScriptError) {
        let loaded = try ScenarioScript.load(
          path, settings: request.settings, files: DiskScripts(), luaPath: request.luaPath)
        guard let isDrawn = loaded.drawsUsers else {
          throw ScriptError(
            at: SourceLocation(file: path, line: 0),
            "it has no user (nobody opens an app); give it one: user = usage.people { }")
        }
        var measuring = UsagePortrait.Measuring()
        for seed in 1...UInt64(isDrawn ? people : 1) {
          Progress.shared.note(done: Int(seed) - 1, of: people, "people")
          measuring.add(try loaded.usage(seed: seed, days: days))
        }
        return UsersReport.Subject(
          name: shown(path), portrait: measuring.portrait(), isDrawn: isDrawn)
      } catch {
        throw CommandError(error)
      }
    }

    private func recording(_ path: String) throws(CommandError) -> UsersReport.Subject {
      do {
        guard let bytes = try DiskScripts().contents(of: path) else {
          throw CommandError.noInput("\(shown(path)): there is no such file; check the name")
        }
        guard let format = recorded ?? UsageTrace.Format(sniffing: bytes) else {
          throw CommandError.data(
            "\(shown(path)): its format is not recognised; name it with --recorded")
        }
        var measuring = UsagePortrait.Measuring()
        try UsageRecording(bytes, name: shown(path), format: format).forEachLog {
          measuring.add($0)
        }
        let portrait = measuring.portrait()
        guard portrait.userCount > 0 else {
          throw CommandError.data("\(shown(path)): no app is opened; check --recorded")
        }
        return UsersReport.Subject(name: shown(path), portrait: portrait, isDrawn: false)
      } catch let error as CommandError {
        throw error
      } catch {
        throw CommandError.data("\(error)")
      }
    }
  }
}
