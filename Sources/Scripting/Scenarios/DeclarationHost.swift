import Device
import Lua
import Simulation
import Users

/// The host of a script that declares a scenario or an experiment, while it runs: constructors,
/// parameters and recordings.
final class DeclarationHost {
  let path: String
  let files: any ScriptFiles
  /// Folders in which `require` looks.
  let luaPath: [String]
  let shelf: RecordingShelf
  /// The seed of the script's `math.random`.
  let seed: UInt64
  let problems = ProblemLog()
  /// What the script of an experiment has printed.
  var log = PolicyLog()
  /// The seed of a scenario that declares none.
  static let usualSeed: UInt64 = 1

  private var declared: DeclaredParameters
  var parameters: [ScenarioParameter] { declared.list }
  /// The recordings that `usage.trace` has read, by the number of its call.
  var recordings: [Int: UsageTrace] = [:]
  /// The recordings that `usage.battery` has read, likewise.
  var batteries: [Int: BatteryRecording] = [:]
  /// Declared tables by identity, which lasts because each is referenced.
  private(set) var origins: [UInt: ScriptTable.Origin] = [:]
  /// The parameters of an experiment's grid, while `where` is asked.
  var gridNames: [String] = []
  /// The answers to the `expect` of an experiment; nil while none is asked.
  var results: (any ResultAnswers)?
  /// The run that a scenario's `expect` judges.
  var run: RunResult?
  /// The phone whose properties are asked; nil while none runs.
  var watched: WatchedPhone?
  /// The comments that allow findings, in the scripts of a run that is judged.
  var allowances = ScriptAllowances()
  var expectations = OpenExpectations()
  /// The failure behind an error that is under way.
  var raised: TestFailure?
  private var calls = 0

  /// - Parameters:
  ///   - luaPath: folders in which `require` looks after the script's own.
  ///   - shelf: with the recordings that were read before.
  ///   - seed: of the run.
  init(
    path: String, settings: GivenSettings, files: any ScriptFiles, luaPath: [String],
    shelf: RecordingShelf, seed: UInt64 = DeclarationHost.usualSeed
  ) {
    self.seed = seed
    self.path = path
    self.shelf = shelf
    declared = DeclaredParameters(settings)
    self.files = files
    let folder = ScriptPath.folder(of: path)
    self.luaPath = [folder.isEmpty ? "." : folder] + luaPath
  }

  /// The location of the script as a whole.
  var file: SourceLocation { SourceLocation(file: path, line: 0) }

  /// A file that the script names, as `ScriptFiles` finds it.
  func resolved(_ file: String) -> String {
    ScriptPath.resolve(file, in: ScriptPath.folder(of: path))
  }

  var settings: GivenSettings { declared.settings }

  // MARK: Declared tables

  /// Notes which call declared the table at an index.
  func declare(
    _ constructor: String, _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> ScriptTable.Origin {
    guard frame.type(at: index) == .table else {
      throw LuaFailure(
        .runtime,
        "\(constructor): not a table (\(frame.shown(index))); write \(constructor) { ... }")
    }
    let (file, line) = frame.sourceLocation() ?? (path, 0)
    let origin = ScriptTable.Origin(
      constructor: constructor, location: SourceLocation(file: file, line: line), number: calls)
    calls += 1
    note(origin, of: index, in: frame)
    return origin
  }

  func note(_ origin: ScriptTable.Origin, of index: Int, in frame: borrowing LuaFrame) {
    _ = frame.reference(index)
    origins[frame.identity(index)] = origin
  }

  /// The value at an index, with where its tables were declared.
  func value(
    _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> ScriptValue {
    var reading = ScriptValueReading(origins: origins, problems: problems)
    return try reading.value(index, in: frame)
  }

  func table(
    _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> ScriptTable {
    guard case .table(let table) = try value(index, in: frame) else { return ScriptTable([]) }
    return table
  }

  // MARK: scenario.parameters, experiment.parameters

  func declareParameters(in frame: borrowing LuaFrame) throws(LuaFailure) -> LuaReturn {
    let origin = try declare("parameters", 1, in: frame)
    let place = Place("parameters", origin: origin, problems: problems)
    let values = try declared.declare(try table(1, in: frame), at: place, problems)
    return frame.result(values)
  }

  /// Reports settings that no parameter has taken.
  func checkSettings() { declared.checkSettings(problems) }
}

/// The answers to an experiment's `expect` function while it runs.
protocol ResultAnswers {
  /// `result:metric(name, policy[, setting])`: mean, deviation, low, high and n; those without a
  /// value are nil.
  func metric(
    _ host: DeclarationHost, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> LuaReturn

  /// `result:difference(name, policy[, setting])`, to the baseline: mean, low, high, p and n.
  func difference(
    _ host: DeclarationHost, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> LuaReturn

  /// `result.policies`: the labels of the policies, in order.
  var policyList: LuaValue { get }
}

/// Values given to a script's parameters from outside.
struct GivenSettings: Sendable {
  /// The texts by parameter; looked up only.
  var texts: [String: String] = [:]
  /// The words that messages put before a parameter's name.
  var prefix = "--set "
  /// Where a script gives them, by parameter; looked up only.
  var locations: [String: SourceLocation] = [:]

  /// Puts down `what (value); what to do`.
  ///
  /// - Parameters:
  ///   - value: as it stands in the text; nil: the parameter is to blame, whatever its value.
  func report(
    _ text: String, about name: String, value: String? = nil, to problems: ProblemLog
  ) {
    var problem = ScriptError.Problem(at: locations[name], "\(prefix)\(name): \(text)")
    problem.setting = GivenSetting(name: name, value: value)
    problems.report(problem)
  }
}

/// The setting of a parameter that a problem is about.
struct GivenSetting: Equatable, Sendable {
  let name: String
  /// As it stands in the message; nil: any would be wrong.
  let value: String?
}
