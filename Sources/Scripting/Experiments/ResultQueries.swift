import Device
import Lua
import Simulation

/// Answers what an `expect` function asks its result.
struct ResultQueries: ResultAnswers {
  private let results: any ExperimentResults
  private let cells: [LoadedExperiment.Setting]
  /// Labels.
  private let policies: [String]
  /// Labels of policies by how the script writes them; looked up only.
  private let written: [String: String]
  private let blocks: [String]

  init(
    _ results: any ExperimentResults, cells: [LoadedExperiment.Setting],
    policies: [LoadedExperiment.Policy], blocks: [String]
  ) {
    self.results = results
    self.cells = cells
    self.policies = policies.map(\.label)
    written = Dictionary(
      policies.map { ($0.name, $0.label) }, uniquingKeysWith: { first, _ in first })
    self.blocks = blocks
  }

  func metric(_ host: DeclarationHost, in frame: borrowing LuaFrame) throws(LuaFailure) -> LuaReturn
  {
    let asked = try query("result:metric", host, in: frame)
    let summary = results.summary(of: asked.metric, under: asked.policy, at: asked.cell)
    push(
      [
        ("mean", summary?.mean), ("deviation", summary?.deviation),
        ("low", summary?.interval?.lowerBound), ("high", summary?.interval?.upperBound),
      ], count: summary?.count, in: frame)
    return .values(1)
  }

  func difference(
    _ host: DeclarationHost, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> LuaReturn {
    let asked = try query("result:difference", host, in: frame)
    let difference = results.difference(of: asked.metric, under: asked.policy, at: asked.cell)
    push(
      [
        ("mean", difference?.mean), ("low", difference?.interval?.lowerBound),
        ("high", difference?.interval?.upperBound), ("p", difference?.p),
      ], count: difference?.count, in: frame)
    return .values(1)
  }

  var policyList: LuaValue { .list(policies.map(LuaValue.text)) }

  private func push(
    _ fields: [(name: String, value: Double?)], count: Int?, in frame: borrowing LuaFrame
  ) {
    let table = frame.pushTable(fields: fields.count + 1)
    for (name, value) in fields {
      guard let value else { continue }
      frame.push(value)
      frame.setField(name, of: table)
    }
    frame.push(count ?? 0)
    frame.setField("n", of: table)
  }

  // MARK: What is asked for

  private struct Query {
    let metric: String
    let policy: String
    let cell: LoadedExperiment.Setting
  }

  /// Reads the arguments. What is wrong with them is a mistake of the script, not a failed
  /// expectation, and put down as such.
  private func query(
    _ function: String, _ host: DeclarationHost, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> Query {
    do throws(LuaFailure) {
      return Query(
        metric: try known(
          2, "metric", among: results.metrics, in: frame, results.advice(onUnknownMetric:)),
        policy: try policy(3, in: frame),
        cell: try cell(try host.value(4, in: frame)))
    } catch {
      let (file, line) = frame.sourceLocation() ?? (host.path, 0)
      if error != ProblemLog.stop {
        host.problems.report(
          "\(function): \(error.message)", at: SourceLocation(file: file, line: line))
      }
      throw ProblemLog.stop
    }
  }

  /// A policy by its label, or as the script writes it.
  private func policy(
    _ index: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> String {
    if frame.type(at: index) == .string, let label = written[try frame.string(index)],
      !policies.contains(try frame.string(index))
    {
      return label
    }
    return try known(index, "policy", among: policies, in: frame)
  }

  private func known(
    _ index: Int, _ what: String, among names: [String], in frame: borrowing LuaFrame,
    _ own: (String) -> String? = { _ in nil }
  ) throws(LuaFailure) -> String {
    guard frame.type(at: index) == .string else {
      throw LuaFailure(.runtime, "no \(what) (\(frame.shown(index))); name one in quotes")
    }
    let name = try frame.string(index)
    guard !names.contains(name) else { return name }
    let advice = own(name) ?? advice(for: name, among: names, what: what)
    throw LuaFailure(.runtime, "unknown \(what) (\(quoted(name))); \(advice)")
  }

  private func cell(_ value: ScriptValue) throws(LuaFailure) -> LoadedExperiment.Setting {
    var wanted: [LoadedExperiment.Setting.Value] = []
    if case .table(let table) = value {
      for entry in table.entries {
        guard case .string(let name) = entry.key else {
          throw LuaFailure(
            .runtime, "a value without a name (\(entry.value.shown)); write parameter = value")
        }
        try checkName(name)
        wanted.append(.init(name: name, text: ScenarioParameter.text(entry.value.asLua)))
      }
    } else if value != .nothing {
      throw LuaFailure(.runtime, "no setting (\(value.shown)); give { parameter = value }")
    }
    let found = cells.filter { cell in wanted.allSatisfy(cell.values.contains) }
    if found.count == 1 { return found[0] }
    let shown = cells.prefix(12).map { "{ \($0) }" }.joined(separator: ", ")
    let all = shown + (cells.count > 12 ? ", ..." : "")
    let asked = LoadedExperiment.Setting(values: wanted)
    throw LuaFailure(
      .runtime,
      found.isEmpty
        ? "no such setting ({ \(asked) }); settings are \(all)"
        : "several settings (\(found.count)); give one of \(all)")
  }

  private func checkName(_ name: String) throws(LuaFailure) {
    if blocks.contains(name) {
      throw LuaFailure(
        .runtime, "no setting to tell apart (\(quoted(name))), but a block; leave it out")
    }
    let names = cells.first?.values.map(\.name) ?? []
    if !names.contains(name) {
      let advice = advice(for: name, among: names, what: "parameter")
      throw LuaFailure(.runtime, "unknown parameter (\(quoted(name))); \(advice)")
    }
  }
}
