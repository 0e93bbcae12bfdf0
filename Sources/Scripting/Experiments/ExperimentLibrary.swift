import Lua
import Simulation

extension DeclarationKind {
  /// Its prelude returns a function that calls another with a table whose missing fields are
  /// errors: made before the script runs, which cannot change it then.
  static let experiment = DeclarationKind(
    script: .experiment, library: DeclarationLibrary.experiment,
    prelude: DeclarationKind.scenario.prelude + preludeMakingCallable("experiment") + """
      local setmetatable, missing = setmetatable, experiment.missing
      experiment.missing = nil
      return function(f, t) return f(setmetatable(t, { __index = missing })) end
      """)
}

extension DeclarationLibrary {
  /// The globals of scripts that declare experiments.
  static var experiment: LuaLibrary<DeclarationHost> { experiments.library }

  /// The class of the value that `expect` gets.
  static var result: LuaClass { experiments.result }

  private static let experiments = makeExperiments()

  private static func makeExperiments() -> (library: LuaLibrary<DeclarationHost>, result: LuaClass)
  {
    var result: LuaClass?
    let library = LuaLibrary<DeclarationHost> { library in
      define(in: &library)
      result = defineResult(in: &library)
    }
    guard let result else { fatalError("DeclarationLibrary: a library that was not built") }
    return (library, result)
  }

  private static func define(in library: inout LuaLibraryBuilder<DeclarationHost>) {
    library.defineScenarios()
    library.defineCallable("experiment")
    library.defineLog { $1.log.add($0) }
    library.function("experiment.parameters") { (frame, host) throws(LuaFailure) in
      try host.declareParameters(in: frame)
    }
    library.function("experiment.missing") { (frame, host) throws(LuaFailure) in
      let name = frame.text(at: 2) ?? frame.shown(2)
      let advice = advice(for: name, among: host.gridNames, what: "parameter")
      throw LuaFailure(.runtime, "no such parameter (\(quoted(name))); \(advice)")
    }
    library.function("scenario.parameters") { (_, _) throws(LuaFailure) in
      throw LuaFailure(
        .runtime,
        "scenario.parameters: not in an experiment; it declares experiment.parameters, and gives "
          + "its scenario function a table of the grid's")
    }
    library.function("sample") { (frame, host) throws(LuaFailure) in
      _ = try host.declare("sample", 1, in: frame)
      frame.pushCopy(of: 1)
      return .values(1)
    }
    library.function("between") { (frame, host) throws(LuaFailure) in
      let (low, high) = (try frame.number(1), try frame.number(2))
      guard low < high, low.isFinite, high.isFinite else {
        throw LuaFailure(
          .runtime,
          "between: nothing in between (\(plainNumber(low)), \(plainNumber(high))); give a lower "
            + "and a higher number")
      }
      let table = frame.pushTable(elements: 2)
      for (place, end) in [low, high].enumerated() {
        frame.push(end)
        frame.setElement(place + 1, of: table)
      }
      _ = try host.declare("between", table, in: frame)
      return .values(1)
    }
    library.function("range") { (frame, _) throws(LuaFailure) in try NumberRange.make(in: frame) }
  }

  private static func defineResult(
    in library: inout LuaLibraryBuilder<DeclarationHost>
  ) -> LuaClass {
    let result = library.objectClass("result")
    library.method("metric", of: result) { (frame, host) throws(LuaFailure) in
      _ = try frame.object(1, result)
      return try host.results?.metric(host, in: frame) ?? .none
    }
    library.method("difference", of: result) { (frame, host) throws(LuaFailure) in
      _ = try frame.object(1, result)
      return try host.results?.difference(host, in: frame) ?? .none
    }
    library.property("policies", of: result) { (frame, host) throws(LuaFailure) in
      frame.result(host.results?.policyList ?? .nil)
    }
    return result
  }
}
