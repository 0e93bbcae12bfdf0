import Device
import Runs
import Simulation
import Workflows

extension Composition.Request {
  /// The scenario and the options that make the run what it is, with the names of files by the
  /// folder of a trace.
  ///
  /// - Parameters:
  ///   - until: the moment at which the run stops, as it was written; nil: at its end.
  func origin(
    besides trace: String, until: String?
  ) -> (scenario: String, options: [String]) {
    let names = SourcePath(besides: trace)
    var options: [String] = []
    func add(_ option: String, _ value: String?) {
      if let value { options += ["--\(option)", value] }
    }
    add("policy", policy.map { $0.hasSuffix(".lua") ? names.name(of: $0) : $0 })
    add("seed", seed.map { "\($0)" })
    for (name, value) in settings.sorted(by: { $0.key < $1.key }) { add("set", "\(name)=\(value)") }
    add("run", run.map { "\($0)" })
    for folder in luaPath { add("lua-path", names.name(of: folder)) }
    for app in only { add("only", app) }
    add("until", until)
    return (names.name(of: file), options)
  }

  /// The run that a trace says it is of, and when that stopped; nil: at its end.
  ///
  /// - Parameters:
  ///   - command: the one that takes the options of a run.
  static func origin(
    of trace: String, for command: Command
  ) throws(CommandError) -> (request: Composition.Request, until: WrittenMoment?) {
    guard case .origin(let scenario, let options, _) = try Self.lastRecord(of: trace) else {
      throw .usage(
        "\(shown(trace)): it does not say of which run it is; name the scenario, and its --policy, "
          + "--seed and --set")
    }
    let names = SourcePath(besides: trace)
    let arguments = try Arguments(
      parsing: options + ["--", names.file(of: scenario)], for: command)
    var request = try Composition.Request(arguments)
    if let policy = request.policy, policy.hasSuffix(".lua") {
      request.policy = names.file(of: policy)
    }
    request.luaPath = request.luaPath.map { names.file(of: $0) }
    return (request, try arguments.moment("until"))
  }

  /// The build of dormouse that a trace says it was written by; nil: it does not.
  static func build(of trace: String) throws(CommandError) -> String? {
    if case .origin(_, _, let build) = try lastRecord(of: trace) { build } else { nil }
  }

  /// Returns the last record of a trace; nil where its last line is none.
  ///
  /// - Throws: that the file is no trace: its first line is no record.
  private static func lastRecord(of trace: String) throws(CommandError) -> Record? {
    var reader = try LineReader(path: trace)
    var first: [UInt8]?
    var last: [UInt8] = []
    do {
      while let (line, _) = try reader.next() {
        first = first ?? line
        last = line
      }
    } catch {
      throw .data("\(shown(trace)): \(error)")
    }
    if let first, (try? RecordEntry(parsing: first)) == nil {
      throw .data("\(shown(trace)): it is no trace; name a file that 'dormouse run --trace' wrote")
    }
    return try? RecordEntry(parsing: last).record
  }
}
