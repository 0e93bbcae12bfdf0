import Simulation

/// Returns a number with a fixed number of decimals and its thousands apart: `12,345.6`.
///
/// Rounds half away from zero; a number that is not finite or too large for that is shown as Swift
/// does.
public func grouped(_ value: Double, decimals: Int) -> String {
  let scale = powersOfTen[decimals]
  guard let scaled = Int64(exactly: (value * scale).rounded()) else { return "\(value)" }
  return grouped(scaled, decimals: decimals)
}

/// Returns a number with at most so many decimals, without zeros at its end: `12,345.6`, `3`.
func shortest(_ value: Double, decimals: Int) -> String {
  guard var scaled = Int64(exactly: (value * powersOfTen[decimals]).rounded()) else {
    return "\(value)"
  }
  var decimals = decimals
  while decimals > 0, scaled.isMultiple(of: 10) {
    scaled /= 10
    decimals -= 1
  }
  return grouped(scaled, decimals: decimals)
}

private let powersOfTen = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9]

/// Returns a number that is given in units of its last decimal.
private func grouped(_ scaled: Int64, decimals: Int) -> String {
  let scale = UInt64(powersOfTen[decimals])
  let (whole, fraction) = scaled.magnitude.quotientAndRemainder(dividingBy: scale)
  var digits = Digits()
  if decimals > 0 {
    digits.put(fraction, width: decimals)
    digits.put(".")
  }
  digits.put(whole, isGrouped: true)
  if scaled < 0 { digits.put("-") }
  return digits.text
}

/// Returns a number that is too large to be read in full, with three digits: `9.22e9`.
func powerOfTen(_ value: Double) -> String {
  var mantissa = value
  var power = 0
  while mantissa.magnitude >= 9.995, mantissa.isFinite {
    mantissa /= 10
    power += 1
  }
  return "\(grouped(mantissa, decimals: 2))e\(power)"
}

/// Returns seconds in the unit that suits, narrow enough for a table: `12.3s`, `4.5m`, `3.0h`,
/// `2.1d`.
public func shortSpan(seconds: Double) -> String {
  guard seconds != 0 else { return "0s" }
  let (tenths, unit) = spanTenths(seconds: seconds)
  // Of a thousand days the tenth does not matter.
  if unit == 3, tenths >= 10_000 { return grouped(seconds / 86_400, decimals: 0) + "d" }
  return grouped(tenths / 10, decimals: 1) + spanUnits[unit]
}

private let spanUnits = ["s", "m", "h", "d"]

/// Returns the tenths that `shortSpan` shows of some seconds, and their unit: 0 for seconds, 1 for
/// minutes, 2 for hours and 3 for days.
func spanTenths(seconds: Double) -> (tenths: Double, unit: Int) {
  // The unit is chosen by the value as it will be shown, so that 59.97 s is 1.0m and not 60.0s.
  let tenthsOfSeconds = (seconds * 10).rounded()
  if tenthsOfSeconds < 600 { return (tenthsOfSeconds, 0) }
  let tenthsOfMinutes = (seconds / 60 * 10).rounded()
  if tenthsOfMinutes < 600 { return (tenthsOfMinutes, 1) }
  let tenthsOfHours = (seconds / 3600 * 10).rounded()
  return tenthsOfHours < 480 ? (tenthsOfHours, 2) : ((seconds / 86_400 * 10).rounded(), 3)
}

/// Returns an energy in the unit that suits: `12.3 J`, `4.5 kJ`.
func energy(joules: Double) -> String { scaled(joules, "J", upTo: ["kJ", "MJ", "GJ"]) }

/// Returns a number of bytes in the decimal unit that suits: `120 B`, `4.5 KB`.
public func size(bytes: Double) -> String { scaled(bytes, "B", upTo: ["KB", "MB", "GB", "TB"]) }

/// Returns a quantity in the first unit in which it is shown below 1,000, else in the last.
private func scaled(_ value: Double, _ unit: String, upTo larger: [String]) -> String {
  var value = value
  var unit = unit
  for next in larger where (value.magnitude * 10).rounded() >= 10_000 {
    value /= 1_000
    unit = next
  }
  guard value.magnitude < 1e8 else { return powerOfTen(value) + " " + unit }
  return grouped(value, decimals: unit == "B" ? 0 : 1) + " " + unit
}

/// Returns a length of time in full: `24 h`, `3 d 6 h 30 min`, `1.5 s`.
public func longSpan(_ span: TimeSpan) -> String {
  let whole = span.nanoseconds / 1_000_000_000
  let fraction = Double(span.nanoseconds % 1_000_000_000) / 1e9
  let days = whole >= 172_800 ? whole / 86_400 : 0
  let hours = (whole - days * 86_400) / 3_600
  let seconds = Double(whole % 60) + fraction
  var parts: [String] = []
  if days > 0 { parts.append("\(days) d") }
  if hours > 0 { parts.append("\(hours) h") }
  if whole % 3_600 / 60 > 0 { parts.append("\(whole % 3_600 / 60) min") }
  if seconds != 0 || parts.isEmpty { parts.append(plainNumber(seconds) + " s") }
  return parts.joined(separator: " ")
}
