import Device
import Reports
import Runs
import Scripting
import Simulation
import Workflows

/// The command `dormouse check`: reads and loads scripts and reports every error, and tries apps
/// under adverse conditions.
struct CheckCommand {
  static let command = Command(
    name: "check", summary: "report every error of scripts, and try apps under fault conditions",
    usage: "FILE|FOLDER... [options]", operands: 1...Int.max,
    options: [
      .init(
        name: "set", value: "K=V", repeats: true,
        summary: "set a parameter of the scenario or experiment; may be repeated"),
      .init(
        name: "lua-path", value: "DIR", repeats: true,
        summary: "look here too for what scripts require; may be repeated"),
      FindingOptions.failOn, FindingOptions.allow,
      .init(
        name: "format", value: "FORMAT", words: Format.allCases.map(\.rawValue),
        summary: "text, xcode, json, sarif or junit (else: text)"),
      .init(
        name: "info-plist", value: "FILE",
        summary: "take the modes and identifiers of apps without a scenario from an Info.plist"),
      StallOption.option,
      .init(name: "no-run", summary: "only read and load: no app is tried"),
      .init(name: "no-luacheck", summary: "do not run luacheck, even where it is installed"),
      .init(name: "strict", summary: "run luacheck, and fail if it is missing, or warns"),
    ],
    notes: """
      The names in all of them are checked: globals that nothing defines, fields that no API has,
      arguments of a kind that a function does not take, misspelt methods of a delegate; with a scenario
      also modes without their methods, and methods without their modes.
      Scenarios, policies, experiments and files of tests are loaded, and so is what a scenario or an
      experiment names: apps, policies and data, metrics, and the scenarios of all settings.
      An app without errors, and each of a scenario, is then tried on a phone of its own: as it is, and
      with no time, no network, servers that are slow, refuse, fail, or have nothing new, in Low Power
      Mode, swiped away, ended for want of memory, launched before the phone is unlocked, and under each
      pair of these. A scenario is also run to its end, and a policy decides in a morning with two apps.
      No test is run.
      What is found is a fault, a risk or a note; faults give status 1, and with --fail-on risks or notes
      those too. A comment in the script allows one: -- dormouse: allow RULE because REASON.
      Where luacheck is installed, it checks scripts without errors, and knows the globals that they
      have. Its warnings are reported at the end, and change no status unless --strict is given.
      """
  ) { (arguments, console) throws(CommandError) in
    try Interruption.shared.watching(lastWords: "check: interrupted in the middle of a file") {
      () throws(CommandError) in
      try CheckCommand(arguments, console).run()
    }
  }

  enum Format: String, CaseIterable {
    case text, xcode, json, sarif, junit
  }

  private let request: Composition.Request
  private let files: [String]
  private let standard: FindingStandard
  private let format: Format
  private let declared: DeclaredApp?
  private let arguments: Arguments
  private let console: Console

  private init(_ arguments: Arguments, _ console: Console) throws(CommandError) {
    self.arguments = arguments
    self.console = console
    request = try Composition.Request(arguments)
    standard = try FindingOptions.standard(arguments)
    format = try arguments.format(else: .text)
    guard format == .text || !arguments.has("strict") else {
      throw .usage("--strict: luacheck's warnings are text; leave --format out")
    }
    files = try CheckPlaces.files(arguments.operands)
    if let path = arguments.value("info-plist") {
      let plist = try InfoPlist(path)
      declared = plist.app
      if let mode = plist.unknownModes.first {
        console.complain("\(shown(path)): the mode \(shown(mode)) is not modelled; it is left out")
      }
      if !plist.settings.isEmpty {
        console.complain(
          "\(shown(path)): any text is taken for \(shown(plist.settings.joined(separator: ", "), 200)),"
            + " which the build settings say")
      }
    } else {
      declared = nil
    }
  }

  // MARK: All files

  private func run() throws(CommandError) {
    var problems: [CommandError] = []
    var checked: [CheckReport.File] = []
    var luacheck = try LuacheckTally(arguments)
    let verdicts = try verdicts()
    let scenarios = CheckCommand.scenarios(verdicts)
    for (index, (file, verdict)) in verdicts.enumerated() {
      try Interruption.shared.heed(
        "check: interrupted after \(index) of \(counted(files.count, "file"))")
      if files.count > 1 { Progress.shared.note(done: index, of: files.count, "files") }
      do throws(CommandError) {
        let verdict = try verdict.get()
        let report = try results(
          of: file, verdict, in: verdict.isApp ? scenarios[SourcePath.place(of: file)] : nil)
        let scripts = [file] + verdict.apps.map(\.script)
        checked.append(report)
        for script in scripts { luacheck.add(script) }
        if format == .text {
          try console.output.write(CheckReport.text(of: report, width: console.width))
          // A person who waits sees which file it is.
          try console.output.flush()
        }
      } catch {
        switch error {
        case .data, .noInput, .fault: problems.append(error)
        default: throw error
        }
        let lines = (error.message ?? "").split(separator: "\n").map(String.init)
        checked.append(
          CheckReport.File(
            path: file, kind: nil, items: lines.map { CheckReport.Item(errorLine: $0) }))
      }
    }
    let report = CheckReport(checked)
    try write(report)
    if format != .text { problems = problems.map(\.withoutMessage) }
    let unusable = checked.count { $0.kind == nil }
    if files.count > 1, unusable > 0 {
      problems.append(.data("check: \(unusable) of \(files.count) files cannot be used"))
    }
    if let summary = summary(of: checked) { problems.append(.expectation("check: \(summary)")) }
    if format == .text, let failure = try luacheck.conclude(console) { problems.append(failure) }
    if !problems.isEmpty { throw CommandError(joining: problems) }
  }

  private func write(_ report: CheckReport) throws(CommandError) {
    switch format {
    case .text: break
    case .xcode: try console.output.write(report.xcode)
    case .json: try console.output.write(report.json + "\n")
    case .sarif: try console.output.write(report.sarif(version: Dormouse.version) + "\n")
    case .junit: try console.output.write(report.junit(fails))
    }
  }

  /// Whether an item gives status 1, or worse.
  private func fails(_ item: CheckReport.Item) -> Bool {
    switch item.grade {
    case .error, .fault: true
    case .risk: standard.failsOn <= .risk
    case .note: standard.failsOn <= .note
    }
  }

  /// A sentence on what fails; nil: nothing does.
  private func summary(of checked: [CheckReport.File]) -> String? {
    let failing = checked.filter { $0.kind != nil }.map { file in
      file.items.filter { fails($0) && $0.allowance == nil }
    }
    let parts = CheckReport.Item.Grade.allCases.compactMap { grade -> String? in
      let count = failing.joined().count { $0.grade == grade }
      return count > 0 ? counted(count, grade.rawValue) : nil
    }
    guard !parts.isEmpty else { return nil }
    let place =
      checked.count > 1
      ? " in \(grouped(failing.count { !$0.isEmpty })) of \(counted(checked.count, "file"))" : ""
    return "\(parts.joined(separator: ", "))\(place); 'dormouse explain RULE' tells more of each"
  }

  private typealias Verdict = (file: String, verdict: Result<ScriptVerdict, CommandError>)

  /// Reads and loads all files: a scenario says how the apps beside it are to be tried.
  private func verdicts() throws(CommandError) -> [Verdict] {
    var verdicts: [Verdict] = []
    for file in files {
      try Interruption.shared.heed("check: interrupted while it read \(file)")
      var request = request
      request.file = file
      do throws(CommandError) {
        verdicts.append((file, .success(try ScriptVerdict(request, declared: declared, console))))
      } catch {
        verdicts.append((file, .failure(error)))
      }
    }
    return verdicts
  }

  /// Returns the scripts of apps, by their places, each with the first scenario that has it.
  private static func scenarios(_ verdicts: [Verdict]) -> [String: String] {
    var scenarios: [String: String] = [:]
    for (file, verdict) in verdicts {
      for script in (try? verdict.get().composition?.loaded.appScripts) ?? [] {
        let place = SourcePath.place(of: script.path)
        if scenarios[place] == nil { scenarios[place] = file }
      }
    }
    return scenarios
  }

  // MARK: One file

  /// The results of a file without errors.
  ///
  /// - Parameters:
  ///   - scenario: the one among the files that has it as an app, and by which it is tried: as it is
  ///     declared there, with its options.
  private func results(
    of file: String, _ verdict: ScriptVerdict, in scenario: String?
  ) throws(CommandError) -> CheckReport.File {
    if let scenario {
      return CheckReport.File(
        path: file, kind: "app, tried in \(scenario)", items: [], isTriedElsewhere: true)
    }
    var items: [CheckReport.Item] = []
    if !arguments.has("no-run") { items = try tried(verdict) }
    let parameters = verdict.composition?.loaded.parameters.map {
      CheckReport.Parameter(
        name: $0.name, standard: ScenarioParameter.text($0.standard),
        about: $0.help.isEmpty ? $0.domain : "\($0.help); \($0.domain)")
    }
    return CheckReport.File(
      path: file, kind: verdict.kind, items: items, parameters: parameters ?? [])
  }

  private func tried(_ verdict: ScriptVerdict) throws(CommandError) -> [CheckReport.Item] {
    var file = CheckedFile(standard, verdict.allowances)
    var judged: [DryRun] = []
    for (index, app) in verdict.apps.enumerated() {
      try Interruption.shared.heed(
        "check: interrupted after trying \(index) of \(counted(verdict.apps.count, "app"))")
      let trials = try app.dryRun()
      file.add(try app.outcome(of: trials), of: app.name, on: trials.platform)
      judged.append(trials)
    }
    if let composition = verdict.composition { try file.addRun(of: composition) }
    // A scenario's run to its end judges every rule; what tries no app finds nothing.
    let items = file.items() + (try verdict.policy?.items() ?? [])
    return items
      + file.unused { rule in
        verdict.composition != nil || judged.isEmpty || judged.contains { $0.judges(rule) }
      }
  }
}

extension CommandError {
  /// The same status, where the message stands elsewhere.
  fileprivate var withoutMessage: CommandError {
    switch self {
    case .noInput: .noInput("")
    case .fault: .fault("")
    default: .data("")
    }
  }
}
