/// A length of virtual time, in whole nanoseconds; it may be negative.
///
/// Arithmetic saturates and never traps: `max` stands for "without limit", and adding to it or
/// scaling it up leaves it as it is.
@frozen
public struct TimeSpan: Comparable, Hashable, Sendable, AdditiveArithmetic {
  public let nanoseconds: Int64

  @inlinable
  public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  @inlinable
  public static var zero: TimeSpan { TimeSpan(nanoseconds: 0) }

  /// The longest span, 292 years: "without limit".
  @inlinable
  public static var max: TimeSpan { TimeSpan(nanoseconds: .max) }

  @inlinable
  public static func nanoseconds(_ count: Int) -> TimeSpan { TimeSpan(nanoseconds: Int64(count)) }

  @inlinable
  public static func milliseconds(_ count: Int) -> TimeSpan {
    TimeSpan(nanoseconds: 1_000_000) * count
  }

  @inlinable
  public static func seconds(_ count: Int) -> TimeSpan {
    TimeSpan(nanoseconds: 1_000_000_000) * count
  }

  @inlinable
  public static func minutes(_ count: Int) -> TimeSpan {
    TimeSpan(nanoseconds: 60_000_000_000) * count
  }

  @inlinable
  public static func hours(_ count: Int) -> TimeSpan {
    TimeSpan(nanoseconds: 3_600_000_000_000) * count
  }

  @inlinable
  public static func days(_ count: Int) -> TimeSpan {
    TimeSpan(nanoseconds: 86_400_000_000_000) * count
  }

  /// The span nearest to a number of seconds. Infinite and too large values saturate; not-a-number
  /// gives zero.
  ///
  /// The whole seconds are converted apart from the fraction, so that no precision is lost in the
  /// product when the span is months long.
  @inlinable
  public static func seconds(_ count: Double) -> TimeSpan {
    guard count.magnitude < 9_223_372_036 else {  // nan is not
      return count.isNaN ? .zero : count > 0 ? .max : TimeSpan(nanoseconds: .min)
    }
    let whole = Int64(count)
    let fraction = count - Double(whole)
    let nanoseconds = whole &* 1_000_000_000
    // Most are whole.
    if fraction == 0 { return TimeSpan(nanoseconds: nanoseconds) }
    return TimeSpan(nanoseconds: nanoseconds + Int64((fraction * 1e9).rounded()))
  }

  /// The span as seconds, rounded to the nearest double.
  @inlinable
  public var seconds: Double { Double(nanoseconds) / 1e9 }

  @inlinable
  public static func < (left: TimeSpan, right: TimeSpan) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  @inlinable
  public static func + (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    let (sum, overflow) = left.nanoseconds.addingReportingOverflow(right.nanoseconds)
    return TimeSpan(nanoseconds: overflow ? saturated(negative: right.nanoseconds < 0) : sum)
  }

  @inlinable
  public static func - (left: TimeSpan, right: TimeSpan) -> TimeSpan {
    let (difference, overflow) = left.nanoseconds.subtractingReportingOverflow(right.nanoseconds)
    return TimeSpan(
      nanoseconds: overflow ? saturated(negative: right.nanoseconds > 0) : difference)
  }

  @inlinable
  public static prefix func - (span: TimeSpan) -> TimeSpan { zero - span }

  @inlinable
  public static func * (span: TimeSpan, factor: Int) -> TimeSpan {
    let (product, overflow) = span.nanoseconds.multipliedReportingOverflow(by: Int64(factor))
    return TimeSpan(
      nanoseconds: overflow ? saturated(negative: (span.nanoseconds < 0) != (factor < 0)) : product)
  }

  /// The span scaled, to the nearest nanosecond of the product in double precision.
  @inlinable
  public static func * (span: TimeSpan, factor: Double) -> TimeSpan {
    let product = (Double(span.nanoseconds) * factor).rounded()
    guard !product.isNaN else { return .zero }
    return TimeSpan(
      nanoseconds: Int64(exactly: product) ?? saturated(negative: product < 0))
  }

  /// The span divided into equal parts, rounded toward zero. The divisor is not zero.
  @inlinable
  public static func / (span: TimeSpan, divisor: Int) -> TimeSpan {
    guard divisor != 0 else { fatalError("TimeSpan: division of \(span) by zero") }
    let (quotient, overflow) = span.nanoseconds.dividedReportingOverflow(by: Int64(divisor))
    return TimeSpan(nanoseconds: overflow ? .max : quotient)
  }

  /// How many times one span holds another: a ratio, infinite or not-a-number when that is zero.
  @inlinable
  public static func / (left: TimeSpan, right: TimeSpan) -> Double {
    Double(left.nanoseconds) / Double(right.nanoseconds)
  }

  @usableFromInline
  static func saturated(negative: Bool) -> Int64 { negative ? .min : .max }
}

extension TimeSpan: CustomStringConvertible {
  /// Seconds with their unit: `0.25 s`, `30 s`.
  public var description: String { self == .max ? "without limit" : "\(secondsText) s" }

  /// Rounded to tenths of a second, for messages about what took about so long.
  public var toTenths: TimeSpan { .seconds((seconds * 10).rounded() / 10) }

  /// Seconds as a number for messages, without a fraction where there is none: `0.25`, `30`.
  public var secondsText: String {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = nanoseconds < 0 ? "-" : ""
    guard rest > 0 else { return sign + String(whole) }
    var decimals = Substring(String(1_000_000_000 + rest).dropFirst())
    while decimals.last == "0" { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)"
  }
}
