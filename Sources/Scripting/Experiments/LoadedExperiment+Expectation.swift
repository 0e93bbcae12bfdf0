import Device
import Lua
import Simulation

extension LoadedExperiment {
  /// Settings to tell apart: `settings` without their blocks, each once, in order.
  public var cells: [Setting] {
    var known = Set<Setting>()
    return settings.map { setting in
      Setting(values: setting.values.filter { !blocks.contains($0.name) })
    }
    .filter { known.insert($0).inserted }
  }

  /// Asks `expect` whether the results are as they should be: what it says is not, with the line.
  /// Empty when all is well, and when there is no `expect`.
  ///
  /// Throws when the function cannot be asked: it names an unknown metric, policy or setting, or
  /// goes on without end.
  ///
  /// - Parameters:
  ///   - print: gets each line that the function prints.
  public func check(
    _ results: any ExperimentResults, print: (String) -> Void = { _ in }
  ) throws(ScriptError) -> [ScriptError.Problem] {
    guard hasExpectation else { return [] }
    let declaration = try run()
    let host = declaration.host
    // It was printed when the script was loaded.
    _ = host.log.take()
    defer { host.log.take().forEach(print) }
    host.results = ResultQueries(
      results, cells: cells, policies: policies, blocks: blocks)
    guard let function = declaration.function("expect") else {
      fatalError("LoadedExperiment: \(path) had an expectation, and now has none")
    }
    var failures: [ScriptError.Problem] = []
    do throws(LuaFailure) {
      try declaration.state.call(function, limit: Declaration.limits.entryInstructions) {
        $0.push(DeclarationLibrary.result, identifier: 0)
      }
    } catch {
      if error.isFatal {
        host.report(error, in: "experiment.expect")
      } else {
        let line = SourceLocation(file: error.file ?? path, line: error.line ?? 0)
        failures = [ScriptError.Problem(at: line, "expect: \(withoutPlace(error))")]
      }
    }
    try host.problems.throwIfAny()
    return failures
  }
}
