import Lua

extension DeclarationLibrary {
  /// What scripts that declare experiments find in their globals.
  static var experiment: LuaLibrary<DeclarationHost> { experiments.library }

  /// What `expect` gets.
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
    library.function("experiment.parameters") { (frame, host) throws(LuaFailure) in
      try host.declareParameters(in: frame)
    }
    library.function("scenario.parameters") { (_, _) throws(LuaFailure) in
      throw LuaFailure(
        .runtime,
        "scenario.parameters: not in an experiment; it declares experiment.parameters, and gives "
          + "its scenario function a table of the grid's")
    }
    library.function("range") { (frame, _) throws(LuaFailure) in try range(in: frame) }
  }

  static let experimentPrelude = prelude + callable("experiment")

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

  /// `range(first, last[, step])`: the numbers from first to last, which belongs to it.
  ///
  /// Whole numbers stay integers; each other is the nearest to its decimal, not a sum of rounded
  /// steps.
  private static func range(in frame: borrowing LuaFrame) throws(LuaFailure) -> LuaReturn {
    let (first, last) = (try frame.number(1), try frame.number(2))
    let step = frame.isNil(3) ? 1 : try frame.number(3)
    let isWhole = frame.isInteger(1) && frame.isInteger(2) && (frame.isNil(3) || frame.isInteger(3))
    guard first.isFinite, last.isFinite, step.isFinite, step != 0 else {
      throw LuaFailure(
        .runtime,
        "range: no steps lead there (\(short(first)) to \(short(last)) by \(short(step))); give "
          + "finite numbers and a step that is not 0")
    }
    // A last step that falls short by rounding only is taken.
    let quotient = (last - first) / step
    let steps = (quotient + 1e-9 * max(1, quotient)).rounded(.down)
    guard steps >= 0 else {
      throw LuaFailure(
        .runtime,
        "range: empty (\(short(first)) to \(short(last)) by \(short(step))); turn the step around")
    }
    guard steps < Double(ParameterGrid.mostSettings) else {
      throw LuaFailure(
        .runtime,
        "range: too long (\(short(steps + 1)) numbers); give a larger step, at most "
          + "\(ParameterGrid.mostSettings) numbers")
    }
    let table = frame.pushTable(elements: Int(steps) + 1)
    for index in 0...Int(steps) {
      if isWhole {
        frame.push(Int(first) + index * Int(step))
      } else {
        frame.push(decimal(first, step, times: index))
      }
      frame.setElement(index + 1, of: table)
    }
    frame.state.charge(instructions: 8 * Int(steps))
    return .values(1)
  }

  /// first + step · count, exact where both are decimals of a few digits.
  private static func decimal(_ first: Double, _ step: Double, times count: Int) -> Double {
    var scale = 1.0
    for _ in 0...12 {
      let (start, stride) = ((first * scale).rounded(), (step * scale).rounded())
      if start / scale == first, stride / scale == step {
        return (start + stride * Double(count)) / scale
      }
      scale *= 10
    }
    return first + step * Double(count)
  }
}
