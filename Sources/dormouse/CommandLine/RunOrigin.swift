import Device
import Runs
import Simulation
import Workflows

extension Composition.Request {
  /// The scenario and the options that make the run what it is, with the names of files by the
  /// folder of a trace.
  func origin(besides trace: String) -> (scenario: String, options: [String]) {
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
    return (names.name(of: file), options)
  }

  /// The run that a trace says it is of.
  ///
  /// - Parameters:
  ///   - command: the one that takes the options of a run.
  init(originOf trace: String, for command: Command) throws(CommandError) {
    guard case .origin(let scenario, let options) = try Self.lastRecord(of: trace) else {
      throw .usage(
        "\(shown(trace)): it does not say of which run it is; name the scenario, and its --policy, "
          + "--seed and --set")
    }
    let names = SourcePath(besides: trace)
    try self.init(Arguments(parsing: options + ["--", names.file(of: scenario)], for: command))
    if let policy, policy.hasSuffix(".lua") { self.policy = names.file(of: policy) }
    luaPath = luaPath.map { names.file(of: $0) }
  }

  /// Returns the last record of a trace; nil where its last line is none.
  private static func lastRecord(of trace: String) throws(CommandError) -> Record? {
    var reader = try LineReader(path: trace)
    var last: [UInt8] = []
    do {
      while let (line, _) = try reader.next() { last = line }
    } catch {
      throw .data("\(shown(trace)): \(error)")
    }
    return try? RecordEntry(parsing: last).record
  }
}
