import Lua
import Simulation

/// `range(first, last[, step])`: the numbers from first to last, which belongs to it.
///
/// Whole numbers stay integers; each other is the nearest to its decimal, not a sum of rounded
/// steps.
enum NumberRange {
  static func make(in frame: borrowing LuaFrame) throws(LuaFailure) -> LuaReturn {
    let hasStep = !frame.isNil(3)
    let isWhole = frame.isInteger(1) && frame.isInteger(2) && (!hasStep || frame.isInteger(3))
    let steps =
      isWhole
      ? try pushIntegers(
        from: frame.integer(1), to: frame.integer(2), by: hasStep ? frame.integer(3) : 1, in: frame)
      : try pushNumbers(
        from: frame.number(1), to: frame.number(2), by: hasStep ? frame.number(3) : 1, in: frame)
    frame.state.charge(instructions: 8 * steps)
    return .values(1)
  }

  /// - Returns: the number of steps.
  private static func pushIntegers(
    from first: Int, to last: Int, by step: Int, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> Int {
    guard step != 0 else { throw noSteps("\(first) to \(last) by \(step)") }
    guard first == last || (first < last) == (step > 0) else {
      throw empty("\(first) to \(last) by \(step)")
    }
    // The distance and a step of the least integer do not fit into an integer.
    let distance = last.magnitudeOfDistance(to: first)
    let steps = distance / step.magnitude
    guard steps < UInt(ParameterGrid.mostSettings) else {
      throw tooLong(plainNumber(Double(steps) + 1))
    }
    let table = frame.pushTable(elements: Int(steps) + 1)
    for index in 0...Int(steps) {
      frame.push(first &+ index &* step)
      frame.setElement(index + 1, of: table)
    }
    return Int(steps)
  }

  /// - Returns: the number of steps.
  private static func pushNumbers(
    from first: Double, to last: Double, by step: Double, in frame: borrowing LuaFrame
  ) throws(LuaFailure) -> Int {
    let shown = "\(plainNumber(first)) to \(plainNumber(last)) by \(plainNumber(step))"
    guard first.isFinite, last.isFinite, step.isFinite, step != 0 else { throw noSteps(shown) }
    // A last step that falls short by rounding only is taken.
    let quotient = (last - first) / step
    let steps = (quotient + min(0.5, 1e-9 * max(1, quotient))).rounded(.down)
    guard steps >= 0 else { throw empty(shown) }
    guard steps < Double(ParameterGrid.mostSettings) else { throw tooLong(plainNumber(steps + 1)) }
    let table = frame.pushTable(elements: Int(steps) + 1)
    for index in 0...Int(steps) {
      frame.push(decimal(first, step, times: index))
      frame.setElement(index + 1, of: table)
    }
    return Int(steps)
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

  private static func noSteps(_ shown: String) -> LuaFailure {
    LuaFailure(
      .runtime,
      "range: no steps lead there (\(shown)); give finite numbers and a step that is not 0")
  }

  private static func empty(_ shown: String) -> LuaFailure {
    LuaFailure(.runtime, "range: empty (\(shown)); turn the step around")
  }

  private static func tooLong(_ count: String) -> LuaFailure {
    LuaFailure(
      .runtime,
      "range: too long (\(count) numbers); give a larger step, at most "
        + "\(ParameterGrid.mostSettings) numbers")
  }
}

extension Int {
  /// |self − other|, which an integer may be too small for.
  fileprivate func magnitudeOfDistance(to other: Int) -> UInt {
    self >= other
      ? UInt(bitPattern: self) &- UInt(bitPattern: other)
      : UInt(bitPattern: other) &- UInt(bitPattern: self)
  }
}
